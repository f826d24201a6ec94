import type { Socket } from 'node:net';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import type { Pool } from 'pg';
import { type Database, openDatabase, openPool } from '../database';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await startTestDatabase();
  await postgres.database.$executeRaw`CREATE TABLE notes (place int PRIMARY KEY, text text)`;
});
afterAll(() => postgres.close());

const texts = async (database: Database) =>
  (await database.$queryRaw<{ text: string }[]>`SELECT text FROM notes ORDER BY place`).map(({ text }) => text);

describe.each([
  ['directly to Postgres', false],
  ['behind a pooler', true],
])('runTransaction %s', (_, behindPooler) => {
  let database: Database;
  beforeEach(async () => {
    database = openDatabase({ url: postgres.url, poolSize: 1, behindPooler });
    await database.$executeRaw`TRUNCATE notes`;
  });
  afterEach(() => database.$disconnect());

  const add = (transaction: Pick<Database, '$executeRaw'>, place: number, text: string) =>
    transaction.$executeRaw`INSERT INTO notes VALUES (${place}::int, ${text})`;

  it('runs concurrent statements in call order', async () => {
    const seen = await database.$transaction(async (transaction) => {
      const statements = [
        add(transaction, 1, 'a'),
        transaction.$executeRaw`UPDATE notes SET text = text || 'b'`,
        transaction.$executeRaw`UPDATE notes SET text = text || 'c'`,
      ];
      await Promise.all(statements);
      return transaction.$queryRaw<{ text: string }[]>`SELECT text FROM notes`;
    });
    expect(seen).toEqual([{ text: 'abc' }]);
    expect(await texts(database)).toEqual(['abc']);
  });

  it('rejects with the first error of concurrent statements and stores nothing', async () => {
    const broken = database.$transaction((transaction) =>
      Promise.all([add(transaction, 1, 'a'), add(transaction, 1, 'again'), add(transaction, 2, 'b')]),
    );
    await expect(broken).rejects.toMatchObject({ code: '23505' });
    expect(await texts(database)).toEqual([]);
    for (let place = 0; place < 20; place += 1) {
      await database.$transaction((transaction) => Promise.all([add(transaction, place, `${place}`)]));
    }
    expect(await texts(database)).toHaveLength(20);
  });

  it.each<[string, (failing: Promise<unknown>) => Promise<unknown> | undefined]>([
    ['continues after a failed statement', (failing) => failing.catch(() => undefined)],
    [
      'does not await a failing statement',
      (failing) => {
        failing.catch(() => undefined);
        return undefined;
      },
    ],
  ])('rejects when its work %s, and stores nothing', async (_, goOn) => {
    const broken = database.$transaction(async (transaction) => {
      await add(transaction, 1, 'a');
      await goOn(add(transaction, 1, 'again'));
      return 'a result';
    });
    await expect(broken).rejects.toMatchObject({
      message: expect.stringContaining('rolled back'),
      cause: { code: '23505' },
    });
    expect(await texts(database)).toEqual([]);
    await database.$transaction((transaction) => add(transaction, 1, 'b'));
    expect(await texts(database)).toEqual(['b']);
  });

  it('stores nothing when a statement cannot be sent, and rejects statements after the end', async () => {
    let late: (() => Promise<unknown>) | undefined;
    const broken = database.$transaction((transaction) => {
      late = () => add(transaction, 2, 'late');
      const unsendable = {
        toPostgres: () => {
          throw new Error('cannot be sent');
        },
      };
      return Promise.all([add(transaction, 1, 'a'), transaction.$queryRaw`SELECT ${unsendable}::text`]);
    });
    await expect(broken).rejects.toThrow('cannot be sent');
    await expect(late!()).rejects.toThrow('has ended');
    expect(await texts(database)).toEqual([]);
  });

  it('rejects when its work continues after a statement that could not be sent', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('cannot be sent');
      },
    };
    const broken = database.$transaction(async (transaction) => {
      await add(transaction, 1, 'a');
      await transaction.$queryRaw`SELECT ${unsendable}::text`.catch(() => undefined);
    });
    await expect(broken).rejects.toMatchObject({ cause: { message: 'cannot be sent' } });
    expect(await texts(database)).toEqual([]);
  });

  it('aborts at the time limit with the statements sent so far', async () => {
    const late = database.$transaction(
      (transaction) =>
        Promise.all([
          add(transaction, 1, 'a'),
          transaction.$queryRaw`SELECT 1 FROM pg_sleep(5)`,
          add(transaction, 2, 'b'),
        ]),
      { timeout: 100 },
    );
    const startedAt = Date.now();
    await expect(late).rejects.toThrow('more than 100 ms');
    expect(Date.now() - startedAt).toBeLessThan(3000);
    expect(await texts(database)).toEqual([]);
  });
});

it('sends concurrent statements and the commit in single writes', async () => {
  let writes = 0;
  const count = (stream: Socket) => {
    for (const name of ['_write', '_writev'] as const) {
      const write = stream[name as '_write'].bind(stream);
      stream[name as '_write'] = (...given) => {
        writes += 1;
        write(...given);
      };
    }
  };
  const watch = (pool: Pool) =>
    pool.on('connect', (client) => count((client as unknown as { connection: { stream: Socket } }).connection.stream));
  const database = openPool({ connectionString: postgres.url, max: 1 }, { watch });
  const run = () =>
    database.$transaction((transaction) =>
      Promise.all([1, 2, 3, 4].map((number) => transaction.$queryRaw`SELECT ${number}::int`)),
    );
  await run();
  writes = 0;
  await run();
  expect(writes).toBe(2);
  await database.$disconnect();
});
