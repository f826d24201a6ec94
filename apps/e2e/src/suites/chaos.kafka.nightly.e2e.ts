import { CHAOS_TEST_MS, ChaosCrawl } from '../harness/chaos-crawl';
import { System } from '../harness/system';

/** The other services continue during each of four restarts. */
const PAGES = 300;

const roles = ['renderer', 'frontier', 'results', 'gateway'] as const;

describe('a crawl over many processes', () => {
  const system = System.shared();
  let crawl: ChaosCrawl;
  beforeEach(async () => {
    crawl = await ChaosCrawl.start(system.api(), PAGES);
  });
  afterEach(() => crawl.close());

  it(
    'stores every page once while each kind of process is killed and restarted in turn',
    async () => {
      for (const [index, role] of roles.entries()) {
        await crawl.waitForPart((index + 1) / 6);
        await crawl.expectUnfinished();
        await system.kill(role);
        await system.restart(role);
      }
      await crawl.expectEveryPageOnce();
    },
    CHAOS_TEST_MS,
  );

  it(
    'stores every page once when one process of each kind is killed at the same time',
    async () => {
      await crawl.waitForPart(1 / 4);
      await Promise.all(roles.map((role) => system.kill(role)));
      for (const role of roles) await system.restart(role);
      await crawl.expectEveryPageOnce();
    },
    CHAOS_TEST_MS,
  );
});
