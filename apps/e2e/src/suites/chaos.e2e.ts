import { type FixtureSite, reachablePages, startFixtureSite } from '@orbweaver/testing';
import { finishJob, startJob, urlsOf, waitForDocuments } from '../harness/jobs';
import { descendantsOf, isSameStillRunning } from '../harness/running-processes';
import { System } from '../harness/system';
import { waitUntil } from '../harness/wait-until';

const PAGES = 300;
const FINISHES_WITHIN_MS = 150_000;
const TEST_WITHIN_MS = FINISHES_WITHIN_MS + 60_000;

const system = System.shared();
const inStandalone = system.kind === 'standalone' ? describe : describe.skip;
const overKafka = system.kind === 'kafka' ? describe : describe.skip;

describe('a crawl whose processes are killed', () => {
  const api = system.api();
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: PAGES, treeDelayMs: 100 });
  });
  afterEach(() => site.close());

  /** Slow enough that what happens meanwhile happens in the middle. */
  const start = (): Promise<string> =>
    startJob(api, '/v2/crawl', {
      url: `${site.main}/tree/`,
      maxConcurrency: 8,
      sitemap: 'skip',
      // A lease lasts a little longer than the page's own time: that is how long a killed renderer's pages wait.
      scrapeOptions: { maxAge: 0, timeout: 5000 },
    });

  const expectUnfinished = async (id: string): Promise<void> => {
    const status = await api.get(`/v2/crawl/${id}?limit=1`);
    expect(status.body).toMatchObject({ status: 'scraping' });
    expect(status.body.completed).toBeLessThan(PAGES);
  };

  const expectEveryPageOnce = async (id: string): Promise<void> => {
    const job = await finishJob(api, `/v2/crawl/${id}`, FINISHES_WITHIN_MS);
    expect(job.errors).toEqual([]);
    const truth = reachablePages(site, `${site.main}/tree/`, { sitemap: 'skip' });
    expect(urlsOf(job.documents)).toEqual([...truth.documents.keys()].sort());
    expect(job.status).toMatchObject({ status: 'completed', completed: PAGES, total: PAGES, creditsUsed: PAGES });
  };

  inStandalone('in one process', () => {
    it(
      'goes on where it was when the process is started again, and has every page once',
      async () => {
        await api.post('/v2/scrape', { url: `${site.main}/plain`, formats: ['screenshot'], maxAge: 0 });
        const id = await start();
        await waitForDocuments(api, `/v2/crawl/${id}`, PAGES / 4);
        const browsers = descendantsOf(system.process('standalone').pid).filter((one) => /chrom/i.test(one.command));
        await system.kill('standalone');
        await system.restart('standalone');
        await expectUnfinished(id);
        await waitForDocuments(api, `/v2/crawl/${id}`, PAGES / 2);
        await system.kill('standalone');
        await system.restart('standalone');
        await expectEveryPageOnce(id);
        expect(browsers).not.toEqual([]);
        await waitUntil('end of the browsers of the killed process', 20_000, () =>
          browsers.some(isSameStillRunning) ? undefined : true,
        );
      },
      TEST_WITHIN_MS,
    );
  });

  overKafka('over Kafka', () => {
    it.each(['renderer', 'frontier', 'results', 'gateway'] as const)(
      'has every page once although a %s was killed',
      async (role) => {
        const id = await start();
        await waitForDocuments(api, `/v2/crawl/${id}`, PAGES / 4);
        await system.kill(role);
        await system.restart(role);
        await expectEveryPageOnce(id);
      },
      TEST_WITHIN_MS,
    );

    it(
      'has every page once although one of everything was killed at the same time',
      async () => {
        const roles = ['renderer', 'frontier', 'results', 'gateway'] as const;
        const id = await start();
        await waitForDocuments(api, `/v2/crawl/${id}`, PAGES / 4);
        await Promise.all(roles.map((role) => system.kill(role)));
        for (const role of roles) await system.restart(role);
        await expectEveryPageOnce(id);
      },
      TEST_WITHIN_MS,
    );
  });
});
