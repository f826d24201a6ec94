import { descendantsOf, isSameStillRunning } from '@orbweaver/testing';
import { CHAOS_TEST_MS, ChaosCrawl } from '../harness/chaos-crawl';
import { System } from '../harness/system';
import { waitUntil } from '../harness/wait-until';

describe('a process that is killed in the middle of a crawl', () => {
  const system = System.shared();
  const api = system.api();
  let crawl: ChaosCrawl;
  beforeEach(async () => {
    crawl = await ChaosCrawl.start(api);
  });
  afterEach(() => crawl.close());

  const killAndStartAgain = async (): Promise<void> => {
    await system.kill('standalone');
    await system.restart('standalone');
    await crawl.expectUnfinished();
  };

  it(
    'goes on where it was when it is started again, twice, and has every page once',
    async () => {
      await crawl.waitForPart(1 / 4);
      await killAndStartAgain();
      await crawl.waitForPart(1 / 2);
      await killAndStartAgain();
      await crawl.expectEveryPageOnce();
    },
    CHAOS_TEST_MS,
  );

  it(
    'leaves no browser behind',
    async () => {
      const scrape = { url: `${system.process('standalone').url}/`, formats: ['screenshot'], maxAge: 0 };
      expect((await api.post('/v2/scrape', scrape)).status).toBe(200);
      const children = descendantsOf(system.process('standalone').pid);
      const browsers = children.filter((one) => /chrom/i.test(one.command));
      expect(browsers).not.toEqual([]);
      await killAndStartAgain();
      await waitUntil('end of the browsers of the killed process', 20_000, () =>
        browsers.some(isSameStillRunning) ? undefined : true,
      );
      await crawl.expectEveryPageOnce();
    },
    CHAOS_TEST_MS,
  );
});
