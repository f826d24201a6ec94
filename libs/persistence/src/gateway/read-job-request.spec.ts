import { randomUUID } from 'node:crypto';
import { scrapeSpec, startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import type { Queryable } from '../database';
import { acceptJob } from './accept-job';
import { appendUrls } from './append-urls';
import { readJobRequest } from './read-job-request';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

const LIST_LENGTH = 100;
const LISTS = 20;
const urlsOf = (list: number) => Array.from({ length: LIST_LENGTH }, (_, n) => `a.example/${list}/${n}`);
const batchUrls = (list: number) => urlsOf(list).map((sourceUrl) => ({ url: `https://${sourceUrl}`, sourceUrl }));
const allUrls = Array.from({ length: LISTS }, (_, list) => urlsOf(list)).flat();

async function startBatch(): Promise<string> {
  const { database } = scratch;
  const [id, teamId] = [randomUUID(), randomUUID()];
  await database.team.create({ data: { id: teamId, name: teamId } });
  const spec = { kind: 'batch' as const, scrape: scrapeSpec() };
  const job = { id, teamId, isLimited: false, spec, origin: 'api', expiresAt: new Date('2040-01-01') };
  await acceptJob(database, { ...job, urls: batchUrls(0) });
  for (let list = 1; list < LISTS; list += 1) {
    await appendUrls(database, { jobId: id, teamId, urls: batchUrls(list) });
  }
  return id;
}

/** The test database, with the number of characters that queries have returned. */
function countLoaded(): { database: Queryable; loadedChars: () => number } {
  let loaded = 0;
  const $queryRaw = async (text: TemplateStringsArray, ...values: unknown[]) => {
    const rows = await scratch.database.$queryRaw<unknown[]>(text, ...values);
    loaded += JSON.stringify(rows).length;
    return rows;
  };
  return { database: { $queryRaw } as unknown as Queryable, loadedChars: () => loaded };
}

describe('readJobRequest', () => {
  it.each([1, 99, 100, 101, 250, 2000, 3000])(
    'returns the first %i URLs of a batch in order and loads at most one more list',
    async (maxUrls) => {
      const jobId = await startBatch();
      const { database, loadedChars } = countLoaded();
      const request = await readJobRequest(database, { jobId, maxUrls });
      expect(request).toEqual({ webhook: null, namedUrls: allUrls.length, urls: allUrls.slice(0, maxUrls) });
      const bound = allUrls.slice(0, maxUrls + LIST_LENGTH);
      expect(loadedChars()).toBeLessThan(2 * JSON.stringify(bound).length);
    },
  );

  it('returns no URLs of a job without lists, and undefined for an unknown job', async () => {
    const { database } = scratch;
    const jobId = await startBatch();
    await database.jobUrlList.deleteMany({ where: { jobId } });
    expect(await readJobRequest(database, { jobId, maxUrls: 10 })).toMatchObject({ urls: [] });
    expect(await readJobRequest(database, { jobId: randomUUID(), maxUrls: 10 })).toBeUndefined();
  });
});
