import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { type Database, openDatabase, openPool, type Queryable } from './database';
import { deployMigrations } from './migrations/deploy-migrations';
import { isStoreUnavailable } from './store-unavailable';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.close());

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );

async function withDatabase(change: (url: URL) => void, use: (database: Database) => Promise<unknown>) {
  const url = new URL(postgres.url);
  change(url);
  const database = openDatabase({ url: url.href, poolSize: 1 });
  try {
    return await failureOf(use(database));
  } finally {
    await database.$disconnect();
  }
}

const one = (database: Queryable) => database.$queryRaw`SELECT 1`;

describe('isStoreUnavailable', () => {
  it('is true for the words of the driver itself', async () => {
    const refused = await failureOf(deployMigrations('postgresql://nobody@127.0.0.1:1/none'));
    expect(isStoreUnavailable(refused)).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['nobody listens', () => withDatabase((url) => (url.port = '1'), one)],
    ['its name does not resolve', () => withDatabase((url) => (url.hostname = 'nowhere.invalid'), one)],
    [
      'the server ends the session',
      () =>
        withDatabase(
          () => undefined,
          (database) => database.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`,
        ),
    ],
    [
      'the session ends in a transaction',
      () =>
        failureOf(
          postgres.database.$transaction(async (transaction) => {
            await transaction.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
          }),
        ),
    ],
    [
      'no transaction could be begun, as all connections are taken',
      () =>
        failureOf(
          (async () => {
            const database = openPool({ connectionString: postgres.url, max: 1, connectionTimeoutMillis: 50 });
            try {
              await database.$transaction(() => database.$transaction(one));
            } finally {
              await database.$disconnect();
            }
          })(),
        ),
    ],
  ])('is true when %s', async (_, fail) => {
    expect(isStoreUnavailable(await fail())).toBe(true);
  });

  it.each<[string, (database: Database) => Promise<unknown>]>([
    ['a statement is wrong', (database) => database.$queryRaw`SELECT no_such_column`],
    ['a value is refused', (database) => database.$queryRaw`SELECT ${'08006'}::uuid`],
    [
      'a row is there already',
      async (database) => {
        const data = { id: randomUUID(), name: 'ECONNREFUSED' };
        await database.team.create({ data });
        await database.team.create({ data: { ...data, id: randomUUID() } });
      },
    ],
    [
      'a transaction took too long, and has statements left',
      (database) =>
        database.$transaction(
          async (transaction) => {
            await transaction.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`;
            await one(transaction);
          },
          { timeout: 50 },
        ),
    ],
    [
      'a transaction took too long by its last statement',
      (database) =>
        database.$transaction((transaction) => transaction.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`, { timeout: 50 }),
    ],
    ['a text cannot be stored', (database) => database.team.create({ data: { id: randomUUID(), name: 'a\u0000' } })],
  ])('is false when %s', async (_, fail) => {
    expect(isStoreUnavailable(await failureOf(fail(postgres.database)))).toBe(false);
  });
});

it('times are UTC and a transaction that was left alone is ended by the server', async () => {
  const read = async (name: string) => {
    const rows = await postgres.database.$queryRaw<{ value: string }[]>`SELECT current_setting(${name}) AS value`;
    return rows[0]?.value;
  };
  expect(await read('TimeZone')).toBe('UTC');
  expect(await read('idle_in_transaction_session_timeout')).toBe('1min');
});
