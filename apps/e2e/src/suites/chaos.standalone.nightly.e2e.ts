import { descendantsOf, isSameStillRunning, until } from '@orbweaver/testing';
import { CHAOS_TEST_MS, ChaosCrawl } from '../harness/chaos-crawl';
import { System } from '../harness/system';

/** The crawl pauses while the only process restarts. */
const PAGES = 100;

describe('a process that is killed in the middle of a crawl', () => {
  const system = System.shared();
  const api = system.api();

  it(
    'resumes its crawl after two restarts, stores every page once and leaves no browser running',
    async () => {
      const scrape = { url: `${system.process('standalone').url}/`, formats: ['screenshot'], maxAge: 0 };
      const { status, body } = await api.post('/v2/scrape', scrape);
      expect({ status, code: body.code, error: body.error }).toEqual({ status: 200 });
      const children = descendantsOf(system.process('standalone').pid);
      const browsers = children.filter((one) => /chrom/i.test(one.command));
      expect(browsers).not.toEqual([]);

      const crawl = await ChaosCrawl.start(api, PAGES);
      try {
        for (const part of [1 / 4, 1 / 2]) {
          await crawl.waitForPart(part);
          await system.kill('standalone');
          await system.restart('standalone');
          await crawl.expectUnfinished();
        }
        await crawl.expectEveryPageOnce();
      } finally {
        await crawl.close();
      }
      await until('end of the browsers of the killed process', () => !browsers.some(isSameStillRunning), 20_000);
    },
    CHAOS_TEST_MS,
  );
});
