import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { type Database, openDatabase, openPool, Prisma, type Queryable } from './database';
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

describe('a raw statement', () => {
  it('takes and gives bytes, times, numbers, texts and arrays as they are, prepared or not', async () => {
    const value = {
      bytes: Buffer.from([0, 1, 254, 255]),
      time: new Date('2026-02-03T04:05:06.789Z'),
      whole: 9_007_199_254_740_993n,
      share: 0.25,
      text: `it's "quoted" \\ {and, braced} ü`,
      texts: ['a,b', 'c"d', 'e\\f', '', 'NULL'],
      none: null,
      json: { a: [1, 'b'] },
    };
    // More often than a statement is sent before it is prepared.
    for (let round = 0; round < 20; round += 1) {
      const [row] = await postgres.database.$queryRaw<(typeof value)[]>`
        SELECT ${value.bytes}::bytea AS bytes, ${value.time}::timestamptz AS time, ${value.whole}::int8 AS whole,
               ${value.share}::float8 AS share, ${value.text} AS text, ${value.texts}::text[] AS texts,
               ${value.none}::text AS none, ${JSON.stringify(value.json)}::jsonb AS json`;
      expect(row).toEqual(value);
    }
    const [{ prepared }] = await postgres.database.$queryRaw<[{ prepared: number }]>`
      SELECT count(*)::int AS prepared FROM pg_prepared_statements`;
    expect(prepared).toBeGreaterThan(0);
  });

  it('tells how many rows it changed, and is undone with its transaction', async () => {
    const { database } = postgres;
    const insert = (id: string) => Prisma.sql`INSERT INTO teams (id, name) VALUES (${id}::uuid, ${id})`;
    const [kept, undone] = [randomUUID(), randomUUID()];
    expect(await database.$executeRaw(insert(kept))).toBe(1);
    const broken = database.$transaction(async (transaction) => {
      expect(await transaction.$executeRaw(insert(undone))).toBe(1);
      throw new Error('changed its mind');
    });
    await expect(broken).rejects.toThrow('changed its mind');
    expect(await database.team.count({ where: { id: { in: [kept, undone] } } })).toBe(1);
  });
});
