import { cacheKeyHash, type NewCachedPage } from '@orbweaver/persistence';
import { scrapeSpec } from '@orbweaver/testing';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { PageCacheWriter } from './page-cache-writer';

const MIB = 1024 * 1024;

let harness: ResultsHarness;
beforeAll(async () => {
  harness = await startResultsHarness();
});
afterAll(() => harness.close());

describe('PageCacheWriter', () => {
  it('keeps neither whole messages of waiting pages nor failures in memory', async () => {
    const { database, metrics, signals } = harness;
    const cache = new PageCacheWriter(
      database,
      { PAGE_CACHE_MAX_MIB: 1000 },
      quietLog,
      metrics,
      signals,
      harness.cipher,
    );
    const page = (url: string, changes: Partial<NewCachedPage> = {}): NewCachedPage => ({
      key: cacheKeyHash({ url, spec: scrapeSpec(), teamId: '' }, 'everyone'),
      look: 'http',
      verified: false,
      succeeded: true,
      url,
      isPdf: false,
      capturedAt: new Date(),
      capture: {},
      ...changes,
    });
    const message = Buffer.from('what is beside it, the body');
    const long = 'x'.repeat(MIB);
    const failures = Array.from({ length: 50 }, (_, n) => page(`http://b.test/${n}/${long}`, { succeeded: false }));
    await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE page_cache IN ACCESS EXCLUSIVE MODE`;
      await cache.add([page('http://a.test/1', { body: message.subarray(0, 4) })]);
      await cache.add([page('http://a.test/2', { body: message.subarray(-4), screenshot: message.subarray(-8) })]);
      message.fill(0);
      await cache.add(failures);
    });
    await cache.drain();
    const kept = await database.cachedPage.findFirst({ where: { url: 'http://a.test/2' } });
    expect([kept!.body, kept!.screenshot].map((bytes) => Buffer.from(bytes!).toString())).toEqual(['body', 'the body']);
    expect(await harness.registry.getSingleMetricAsString('orbweaver_page_cache_writes_total')).toContain(
      '{outcome="dropped"} 2',
    );
  });
});
