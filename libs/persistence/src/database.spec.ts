import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { Prisma } from './database';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.close());

it('uses UTC and limits the time of statements and idle transactions', async () => {
  const read = async (name: string) => {
    const rows = await postgres.database.$queryRaw<{ value: string }[]>`SELECT current_setting(${name}) AS value`;
    return rows[0]?.value;
  };
  expect(await read('TimeZone')).toBe('UTC');
  expect(await read('statement_timeout')).toBe('10s');
  expect(await read('idle_in_transaction_session_timeout')).toBe('1min');
});

describe('raw statements', () => {
  it('converts bytes, times, numbers, texts and arrays, prepared or not', async () => {
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

  it('returns the number of changed rows, and rolls raw statements back with their transaction', async () => {
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
