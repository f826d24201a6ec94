import { randomBytes, randomUUID } from 'node:crypto';
import { StoreUnavailableError } from '@orbweaver/core';
import { startSilentProxy, startTestDatabase, type TestDatabase, temporaryFolders, until } from '@orbweaver/testing';
import { type Database, openDatabase, openPool, Prisma } from '../database';
import { startEmbeddedPostgres } from '../embedded/start-embedded-postgres';
import { deployMigrations } from '../migrations/deploy-migrations';

const folders = temporaryFolders('store-unavailable');
let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(async () => {
  await postgres.close();
  await folders.remove();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('the work did not fail');
    },
    (error: unknown) => error,
  );

async function within<T>(database: Database, use: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await use(database);
  } finally {
    await database.$disconnect();
  }
}

const at = (change: (url: URL) => void): Database => {
  const url = new URL(postgres.url);
  change(url);
  return openDatabase({ url: url.href, poolSize: 1 });
};

const WRITE = Prisma.sql`INSERT INTO teams (id, name) VALUES (gen_random_uuid(), gen_random_uuid()::text)`;

const WAYS: [string, (database: Database) => Promise<unknown>][] = [
  ['a statement', (database) => database.$executeRaw(WRITE)],
  ['a transaction', (database) => database.$transaction((transaction) => transaction.$executeRaw(WRITE))],
  [
    'a transaction that continues after the error',
    (database) => database.$transaction((transaction) => transaction.$executeRaw(WRITE).catch(() => undefined)),
  ],
  ['a model', (database) => database.team.create({ data: { id: randomUUID(), name: randomUUID() } })],
  ['models in a transaction', (database) => database.prisma.$transaction([database.prisma.team.count()])],
];

describe.each(WAYS)('an outage during %s', (way, run) => {
  const isRead = way === 'models in a transaction';

  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'a closed port',
      /cannot be reached \(ECONNREFUSED\)/,
      () =>
        within(
          at((url) => (url.port = '1')),
          run,
        ),
    ],
    [
      'an unknown host',
      /cannot be reached \(E/,
      () =>
        within(
          at((url) => (url.hostname = 'nowhere.invalid')),
          run,
        ),
    ],
    [
      'no free connection in the pool',
      /connections of the process are in use/,
      () =>
        within(openPool({ connectionString: postgres.url, max: 1, connectionTimeoutMillis: 1_000 }), (database) =>
          database.$transaction(() => run(database)),
        ),
    ],
    ['a role with too many connections', /no connection left \(53300\)/, () => withoutConnections(run)],
  ])('is reported as unavailable: %s', async (_, reason, fail) => {
    const failure = await failureOf(fail());
    expect(failure).toBeInstanceOf(StoreUnavailableError);
    expect((failure as Error).message).toMatch(reason);
  });

  if (isRead) return;

  it('is reported as unavailable: a read-only server, and the connection to it is dropped', async () => {
    const options = '-c default_transaction_read_only=on';
    await within(openPool({ connectionString: postgres.url, max: 1, options }), async (database) => {
      const failure = await failureOf(run(database));
      expect(failure).toMatchObject({ name: 'StoreUnavailableError', message: 'Postgres is read-only (25006)' });
      expect(database.connections()).toMatchObject({ open: 0 });
    });
  });

  it.each([
    ['53100', 'The disk of Postgres is full (53100)'],
    ['53200', 'Postgres is out of memory (53200)'],
    ['53400', 'Postgres is short of resources (53400)'],
    ['57014', 'Postgres cancelled the statement, which took too long (57014)'],
    ['57P01', 'Postgres is starting or stopping, or has ended the session (57P01)'],
    ['57P03', 'Postgres is starting or stopping, or has ended the session (57P03)'],
    ['58000', 'Postgres cannot read or write its files (58000)'],
    ['58030', 'Postgres cannot read or write its files (58030)'],
    ['08006', 'The connection to Postgres is broken (08006)'],
    ['28000', 'Postgres refuses the login (28000)'],
  ])('is reported as unavailable: SQLSTATE %s', async (code, message) => {
    const failure = await withTrigger(`RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'`, () =>
      failureOf(run(postgres.database)),
    );
    expect(failure).toMatchObject({ name: 'StoreUnavailableError', retry: 'until-it-works', message });
  });

  it.each(['23514', '22P02', '40P01', 'P0001', '42501'])('is not assumed for SQLSTATE %s', async (code) => {
    const failure = await withTrigger(`RAISE EXCEPTION 'ECONNREFUSED 53100' USING ERRCODE = '${code}'`, () =>
      failureOf(run(postgres.database)),
    );
    expect(failure).not.toBeInstanceOf(StoreUnavailableError);
  });
});

async function withoutConnections(run: (database: Database) => Promise<unknown>): Promise<unknown> {
  const role = `limited_${randomBytes(4).toString('hex')}`;
  const { database } = postgres;
  await database.$executeRawUnsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'limited' CONNECTION LIMIT 0`);
  try {
    return await within(
      at((url) => {
        url.username = role;
        url.password = 'limited';
      }),
      run,
    );
  } finally {
    await database.$executeRawUnsafe(`DROP ROLE ${role}`);
  }
}

async function withTrigger<T>(body: string, run: () => Promise<T>): Promise<T> {
  const { database } = postgres;
  await database.$executeRawUnsafe(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; END $$`,
  );
  await database.$executeRaw`CREATE TRIGGER refuse BEFORE INSERT ON teams FOR EACH ROW EXECUTE FUNCTION refuse()`;
  try {
    return await run();
  } finally {
    await database.$executeRaw`DROP FUNCTION refuse CASCADE`;
  }
}

it.each<[string, (database: Database) => Promise<unknown>]>([
  ['the session is ended', (database) => database.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`],
  [
    'the session is ended in a transaction',
    (database) =>
      database.$transaction(async (transaction) => {
        await transaction.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
      }),
  ],
  [
    'a statement exceeds its limit on the server',
    (database) => database.$executeRaw`SELECT set_config('statement_timeout', '1', false), pg_sleep(5)`,
  ],
])('reports Postgres as unavailable when %s', async (_, fail) => {
  await within(openDatabase({ url: postgres.url, poolSize: 1, statementTimeoutMs: 200 }), async (database) => {
    expect(await failureOf(fail(database))).toBeInstanceOf(StoreUnavailableError);
    expect(await database.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });
});

it('reports Postgres as unavailable to migrations', async () => {
  expect(await failureOf(deployMigrations('postgresql://nobody@127.0.0.1:1/none'))).toBeInstanceOf(
    StoreUnavailableError,
  );
});

it.each<[string, (database: Database) => Promise<unknown>]>([
  ['a statement is wrong', (database) => database.$queryRaw`SELECT no_such_column`],
  ['a value is refused', (database) => database.$queryRaw`SELECT ${'08006'}::uuid`],
  [
    'a row exists already',
    async (database) => {
      const data = { id: randomUUID(), name: 'ECONNREFUSED' };
      await database.team.create({ data });
      await database.team.create({ data: { ...data, id: randomUUID() } });
    },
  ],
  [
    'a transaction took too long and has statements left',
    (database) =>
      database.$transaction(
        async (transaction) => {
          await transaction.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`;
          await transaction.$queryRaw`SELECT 1`;
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
])('reports the error itself when %s', async (_, fail) => {
  expect(await failureOf(fail(postgres.database))).not.toBeInstanceOf(StoreUnavailableError);
});

it('reports a stopped server as unavailable, and works again on the same pool after a restart', async () => {
  const dir = folders.make();
  const first = await startEmbeddedPostgres({ dir });
  const proxy = await startSilentProxy(first.url);
  await within(openDatabase({ url: proxy.url, poolSize: 2 }), async (database) => {
    const asleep = failureOf(database.$queryRaw`SELECT 1 FROM pg_sleep(60)`);
    await until('the statement', async () => {
      const [row] = await database.$queryRaw<[{ count: number }]>`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
      return row.count === 1;
    });
    await first.stop();
    expect(await asleep).toBeInstanceOf(StoreUnavailableError);
    expect(await failureOf(database.$queryRaw`SELECT 1`)).toBeInstanceOf(StoreUnavailableError);
    const second = await startEmbeddedPostgres({ dir });
    proxy.carryNew(second.url);
    expect(await database.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await second.stop();
  });
  await proxy.close();
});
