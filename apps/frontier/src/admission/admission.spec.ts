import { openDatabase } from '@orbweaver/persistence';
import { TestActions } from '../../test/test-actions';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

/** The minimum pool size of a process. */
const CONNECTIONS = 2;

describe('admission for concurrent jobs', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  it('admits links at start-up with connections for the transactions only', async () => {
    const { actions } = frontier;
    const jobIds: string[] = [];
    for (let job = 0; job < 2 * CONNECTIONS; job += 1) jobIds.push(await actions.crawl());
    const pages = await actions.lease();
    expect(pages).toHaveLength(jobIds.length);
    const database = openDatabase({ url: frontier.url, poolSize: CONNECTIONS });
    const restarted = new TestActions(database, joinFrontier(frontier, database));
    await Promise.all(pages.map((page) => restarted.done(page, ['http://site.test/a', 'http://other.test/'])));
    for (const jobId of jobIds)
      expect(await actions.urls(jobId)).toEqual(['/: done', '/a: queued', 'http://other.test/: external']);
    await database.$disconnect();
  });
});
