import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { openRecordingDatabase } from '../../test/record-plans';
import { evictVersions, findOverfullHistories } from './evict-versions';

let test: TestDatabase;
beforeAll(async () => {
  test = await startTestDatabase();
});
afterAll(() => test.close());

const BYTES = 1_000;

async function insertVersions(teamId: string, count: number): Promise<void> {
  await test.database.pageHistory.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      teamId,
      key: Buffer.from([n]),
      pageId: randomUUID(),
      url: `http://site.test/${n}`,
      scrapedAt: new Date(1_000 * n),
      fingerprint: Buffer.of(),
      markdown: Buffer.of(),
      bytes: BYTES,
    })),
  });
}

async function left(teamId: string): Promise<number[]> {
  const rows = await test.database.pageHistory.findMany({ where: { teamId }, orderBy: { key: 'asc' } });
  return rows.map(({ key }) => key[0]!);
}

describe('eviction of versions', () => {
  it('deletes the oldest in steps and no more than necessary', async () => {
    const teamId = randomUUID();
    await insertVersions(teamId, 8);
    const evict = (maxBytes: number, limit: number) => evictVersions(test.database, { teamId, maxBytes, limit });
    expect(await evict(5.5 * BYTES, 2)).toBe(2 * BYTES);
    expect(await evict(5.5 * BYTES, 2)).toBe(BYTES);
    expect(await evict(5.5 * BYTES, 2)).toBe(0);
    expect(await left(teamId)).toEqual([3, 4, 5, 6, 7]);
  });

  it('neither waits for a version that is being renewed nor deletes it', async () => {
    const teamId = randomUUID();
    await insertVersions(teamId, 6);
    await test.database.prisma.$transaction(async (transaction) => {
      const renewed = { pageId: randomUUID(), scrapedAt: new Date() };
      await transaction.pageHistory.updateMany({ where: { teamId, key: Buffer.from([0]) }, data: renewed });
      const question = { teamId, maxBytes: 3 * BYTES, limit: 100 };
      expect(await evictVersions(test.database, question)).toBe(2 * BYTES);
      expect(await evictVersions(test.database, question)).toBe(0);
    });
    expect(await left(teamId)).toEqual([0, 3, 4, 5]);
    expect(await evictVersions(test.database, { teamId, maxBytes: 3 * BYTES, limit: 100 })).toBe(BYTES);
    expect(await left(teamId)).toEqual([0, 4, 5]);
  });

  it('finds teams above the limit in one process at a time, by an index alone', async () => {
    const [full, small] = [randomUUID(), randomUUID()];
    await insertVersions(full, 20);
    await insertVersions(small, 10);
    const find = () => findOverfullHistories(test.database, 10 * BYTES);
    await test.database.$transaction(async (transaction) => {
      expect(await findOverfullHistories(transaction, 10 * BYTES)).toEqual([full]);
      expect(await find()).toEqual([]);
    });
    expect(await find()).toEqual([full]);
    const { database, record, close } = openRecordingDatabase(test.url);
    const plans = await record(() => findOverfullHistories(database, 10 * BYTES));
    await close();
    expect(plans.flatMap(({ scans }) => scans).join()).toContain(
      'Index Only Scan of page_history by page_history_by_age_idx',
    );
  });
});
