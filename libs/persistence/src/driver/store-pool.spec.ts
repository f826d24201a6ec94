import { StoreUnavailableError } from '@orbweaver/core';
import { type SilentProxy, startSilentProxy, startTestDatabase, type TestDatabase, until } from '@orbweaver/testing';
import { type Database, openDatabase } from '../database';
import { ANSWER_MARGIN_MS } from './time-limits';

const STATEMENT_MS = 300;
const NOTICED_WITHIN_MS = 2 * (STATEMENT_MS + ANSWER_MARGIN_MS);
const POOL_SIZE = 4;

let postgres: TestDatabase;
let proxy: SilentProxy;
let database: Database;
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.close());

describe.each([
  ['with direct connections', false],
  ['behind a pooler', true],
])('a pool %s with silent connections', (_, behindPooler) => {
  beforeEach(async () => {
    proxy = await startSilentProxy(postgres.url);
    database = openDatabase({ url: proxy.url, poolSize: POOL_SIZE, behindPooler, statementTimeoutMs: STATEMENT_MS });
    await Promise.all(Array.from({ length: POOL_SIZE }, () => database.$queryRaw`SELECT 1 FROM pg_sleep(0.05)`));
    expect(database.connections().open).toBe(POOL_SIZE);
  });
  afterEach(async () => {
    await proxy.close();
    await database.$disconnect();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a statement', () => database.$queryRaw`SELECT 1`],
    ['a model', () => database.team.count()],
    ['a transaction', () => database.$transaction((transaction) => transaction.$queryRaw`SELECT 1`)],
    [
      'a transaction without an await',
      () =>
        database.$transaction(async (transaction) => {
          void transaction.$queryRaw`SELECT 1`.catch(() => undefined);
        }),
    ],
    ['a ping', () => database.ping(STATEMENT_MS)],
  ])('rejects %s within its limit and then uses a new connection', async (_, run) => {
    proxy.silenceOpen();
    const startedAt = performance.now();
    await expect(run()).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(performance.now() - startedAt).toBeLessThan(NOTICED_WITHIN_MS);
    await until('the idle connections to be closed', () => database.connections().open === 0);
    await run();
    expect(proxy.accepted).toBe(POOL_SIZE + 1);
  });

  it('rejects a transaction that becomes silent', async () => {
    const broken = database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`;
      proxy.silenceOpen();
      await transaction.$queryRaw`SELECT 1`;
    });
    await expect(broken).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it('disconnects while its connections are silent', async () => {
    proxy.silenceOpen();
    await database.$disconnect();
    expect(database.connections().open).toBe(0);
  });
});

it('respects the higher time limit of a transaction', async () => {
  database = openDatabase({ url: postgres.url, poolSize: 1, statementTimeoutMs: 100 });
  const sleep = (ms: number) => (transaction: Pick<Database, '$queryRaw'>) =>
    transaction.$queryRaw`SELECT 1 FROM pg_sleep(${ms / 1000}::float8)`;
  await expect(sleep(1_000)(database)).rejects.toBeInstanceOf(StoreUnavailableError);
  await database.$transaction(sleep(1_000), { timeout: 60_000 });
  await expect(sleep(1_000)(database)).rejects.toBeInstanceOf(StoreUnavailableError);
  await database.$disconnect();
});

it('times out when a new connection is accepted but silent', async () => {
  const own = await startSilentProxy(postgres.url);
  own.silenceAll();
  const pool = openDatabase({ url: own.url, poolSize: 1 });
  const startedAt = performance.now();
  await expect(pool.$queryRaw`SELECT 1`).rejects.toBeInstanceOf(StoreUnavailableError);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  own.carryNew();
  expect(await pool.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await pool.$disconnect();
  await own.close();
}, 40_000);
