import { randomBytes, randomUUID } from 'node:crypto';
import type { PageDocument } from '@orbweaver/contracts';
import { findCachedPages } from '@orbweaver/persistence';
import { scrapeSpec } from '@orbweaver/testing';
import { leaseTestPages } from '../../test/frontier-rows';
import { assembleStore, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';
import { trimPageCache } from './trim-page-cache';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

let harness: ResultsHarness;
beforeAll(async () => {
  harness = await startResultsHarness();
});
afterAll(() => harness.close());
beforeEach(() => harness.database.$executeRaw`TRUNCATE page_cache`);

function openCache(maxMib = 100, perTeam: boolean | 'by default' = false) {
  const { database, metrics, published: publisher, signals } = harness;
  const { cache, documents } = assembleStore(
    { database, metrics, publisher, signals, clock: () => new Date() },
    {
      PAGE_CACHE_MAX_MIB: maxMib,
      ...(perTeam === 'by default' ? {} : { PAGE_CACHE_PER_TEAM: perTeam }),
    },
  );
  const store = async (...messages: PageDocument[]) => {
    await leaseTestPages(database, messages);
    await documents.store(messages);
  };
  const storeUnasked = (...messages: PageDocument[]) => documents.store(messages);
  return { cache, store, storeUnasked };
}

/** A document with its capture. */
function withCapture(jobId: string, url: string, changes: Partial<PageDocument> = {}, status = 200): PageDocument {
  const capture = { url, status, headers: {}, engine: 'http' as const, isPdf: false, isPublic: true };
  const captureBody = Buffer.from(`body of ${url}`);
  return { ...testDocument(jobId, { url, metadata: { statusCode: status } }), capture, captureBody, ...changes };
}

const rows = () => harness.database.cachedPage.findMany({ orderBy: { url: 'asc' } });
const urls = async () => (await rows()).map(({ url }) => url);
const metric = async (name: string): Promise<string> =>
  (await harness.registry.getSingleMetricAsString(name)).split('\n').slice(2).join('\n');

describe('page cache', () => {
  it('caches stored pages by the specification of their job', async () => {
    const { cache, store } = openCache();
    const jobId = await harness.insertJob();
    await store(withCapture(jobId, 'http://a.test/1'), withCapture(jobId, 'http://a.test/2'));
    await cache.drain();
    const questions = ['http://a.test/1', 'http://a.test/2', 'http://a.test/3'].map((url) => ({
      url,
      spec: scrapeSpec({ maxAgeMs: HOUR_MS }),
      teamId: randomUUID(),
    }));
    const found = await findCachedPages(harness.database, questions, new Date());
    expect(found.map((page) => page?.url)).toEqual(['http://a.test/1', 'http://a.test/2', undefined]);
  });

  it.each<
    [
      title: string,
      url: string,
      capture: Partial<NonNullable<PageDocument['capture']>>,
      perTeam: boolean | 'by default',
    ]
  >([
    ['a page for one visitor', 'http://a.test/', { isPublic: false }, false],
    ['a page of an older renderer', 'http://a.test/', { isPublic: undefined }, false],
    ['a page with a token', 'http://a.test/?access_token=1', {}, false],
    ['a page that redirects to a signed URL', 'http://a.test/', { url: 'http://b.test/?X-Amz-Signature=1' }, false],
    ['all pages with PAGE_CACHE_PER_TEAM', 'http://a.test/', {}, true],
    ['all pages by default', 'http://a.test/', {}, 'by default'],
  ])('limits %s to the team of the job', async (_, url, capture, perTeam) => {
    const { cache, store } = openCache(100, perTeam);
    const [teamId, otherTeamId] = [randomUUID(), randomUUID()];
    const page = withCapture(await harness.insertJob({ teamId }), url);
    // A hostile page may control its renderer.
    await store({ ...page, teamId: otherTeamId, capture: { ...page.capture!, ...capture } });
    await cache.drain();
    const asked = { url, spec: scrapeSpec({ maxAgeMs: HOUR_MS }) };
    const questions = [teamId, otherTeamId].map((asking) => ({ ...asked, teamId: asking }));
    const found = await findCachedPages(harness.database, questions, new Date());
    expect(found.map((page) => page?.url)).toEqual([url, undefined]);
  });

  it('caches the page of a scrape before it notifies the gateways', async () => {
    const { store } = openCache();
    const jobId = await harness.insertJob({ kind: 'scrape' });
    const seen: number[] = [];
    const announced = jest.spyOn(harness.published, 'publishAll').mockImplementation(async () => {
      seen.push(await harness.database.cachedPage.count());
    });
    await store(withCapture(jobId, 'http://a.test/', { pageId: jobId }));
    announced.mockRestore();
    expect(seen[0]).toBe(1);
  });

  it('does not cache pages that are not stored or must leave no traces', async () => {
    const { cache, store } = openCache();
    const jobId = await harness.insertJob();
    const ephemeral = await harness.insertJob({ zeroDataRetention: true });
    const without = withCapture(jobId, 'http://a.test/without');
    delete without.capture;
    await store(
      withCapture(randomUUID(), 'http://a.test/of-no-job'),
      withCapture(ephemeral, 'http://a.test/secret'),
      withCapture(jobId, 'http://me:secret@a.test/'),
      { ...testDocument(jobId, { failure: { reason: 'dns', message: 'no' } }), capture: without.capture },
      without,
    );
    await cache.drain();
    expect(await urls()).toEqual([]);
  });

  it('ignores claims that a renderer cannot prove', async () => {
    const { cache, store } = openCache();
    const jobId = await harness.insertJob();
    const before = Date.now();
    await store(
      withCapture(jobId, 'http://a.test/of-tomorrow', { renderedAt: before + 48 * HOUR_MS }),
      withCapture(jobId, 'no address'),
      withCapture(jobId, 'http://a.test/\u0000'),
    );
    await cache.drain();
    const [other, ofTomorrow] = await rows();
    expect(ofTomorrow!.capturedAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(other).toMatchObject({ url: 'http://a.test/' });
    expect((await harness.readJob(jobId)).completed).toBe(3);
  });

  it('caches a page by the URL of the job, not that of the renderer', async () => {
    const { cache, store, storeUnasked } = openCache();
    const [jobId, other, batch, scrape] = await Promise.all([
      harness.insertJob(),
      harness.insertJob(),
      harness.insertJob({ kind: 'batch' }),
      harness.insertJob({ kind: 'scrape' }),
    ]);
    const victim = 'http://victim.test/';
    const own = withCapture(jobId, 'http://a.test/own');
    const asked = withCapture(jobId, 'http://a.test/asked');
    const askedOfScrape = withCapture(scrape, victim, { pageId: scrape });
    await leaseTestPages(harness.database, [own, asked]);
    await storeUnasked(withCapture(jobId, victim), withCapture(batch, victim), withCapture(scrape, victim), {
      ...own,
      jobId: other,
      url: victim,
    });
    await store({ ...asked, url: victim }, askedOfScrape);
    await cache.drain();
    expect(await urls()).toEqual(['http://a.test/asked', 'http://site.test/']);
    const [found] = await findCachedPages(
      harness.database,
      [{ url: victim, spec: scrapeSpec({ maxAgeMs: HOUR_MS }), teamId: randomUUID() }],
      new Date(),
    );
    expect(found).toBeUndefined();
    const stored = await Promise.all([jobId, other, batch, scrape].map((id) => harness.readJob(id)));
    expect(stored.map(({ completed }) => completed)).toEqual([1, 0, 0, 1]);
    await storeUnasked({ ...asked, jobId: other });
    expect(await metric('orbweaver_writes_refused_total')).toContain('{reason="unknown-page"} 5');
  });

  it('dates a page by its capture, even if its document took long', async () => {
    const { cache, store } = openCache();
    const page = withCapture(await harness.insertJob(), 'http://a.test/');
    const capturedAt = page.renderedAt - 60_000;
    await store({ ...page, capture: { ...page.capture!, capturedAt } });
    await cache.drain();
    const [kept] = await rows();
    expect(kept!.capturedAt.getTime()).toBe(capturedAt);
    expect(kept!.capture).not.toHaveProperty('capturedAt');
  });

  it('counts failed pages and caches no body', async () => {
    const { cache, store } = openCache();
    const jobId = await harness.insertJob();
    await store(
      withCapture(jobId, 'http://a.test/failed', { captureBody: undefined }, 500),
      withCapture(jobId, 'http://a.test/guarded', { captureBody: undefined }, 200),
      withCapture(jobId, 'http://a.test/missing', {}, 404),
      withCapture(jobId, 'http://a.test/there'),
    );
    await cache.drain();
    const kept = await rows();
    expect(kept.map(({ url, succeeded, failures, body }) => [url, succeeded, failures, body !== null])).toEqual([
      ['http://a.test/failed', false, 1, false],
      ['http://a.test/guarded', false, 1, false],
      ['http://a.test/missing', false, 1, true],
      ['http://a.test/there', true, 0, true],
    ]);
  });

  it('caches nothing when the cache is disabled', async () => {
    const { cache, store } = openCache(0);
    await store(withCapture(await harness.insertJob(), 'http://a.test/'));
    await cache.drain();
    expect(await urls()).toEqual([]);
  });

  it('stores pages even if the cache cannot be written, and drops pages when too many wait', async () => {
    const { cache, store } = openCache();
    const jobId = await harness.insertJob();
    await harness.database.$executeRaw`ALTER TABLE page_cache RENAME TO page_cache_away`;
    const large = Array.from({ length: 14 }, (_, n) =>
      withCapture(jobId, `http://a.test/${n}`, { captureBody: randomBytes(4 * MIB) }),
    );
    await store(...large);
    await cache.drain();
    await harness.database.$executeRaw`ALTER TABLE page_cache_away RENAME TO page_cache`;
    expect((await harness.readJob(jobId)).completed).toBe(14);
    const outcomes = await metric('orbweaver_page_cache_writes_total');
    expect(outcomes).toMatch(/outcome="failed"\} [1-9]/);
    expect(outcomes).toMatch(/outcome="dropped"\} [1-9]/);
  });
});

describe('trimPageCache', () => {
  const never = new AbortController().signal;

  async function fill(count: number, bytes: number): Promise<void> {
    const { cache, store } = openCache();
    const jobId = await harness.insertJob();
    const nowMs = Date.now();
    const messages = Array.from({ length: count }, (_, n) => {
      const page = String(n).padStart(4, '0');
      return withCapture(jobId, `http://a.test/${page}`, {
        captureBody: randomBytes(bytes),
        renderedAt: nowMs - n * 1000,
      });
    });
    await store(...messages);
    await cache.drain();
  }

  it('evicts the oldest pages until the rest fits', async () => {
    await fill(40, 30_000);
    const maxBytes = 800_000;
    await trimPageCache(harness, { maxBytes, maxAgeMs: HOUR_MS, nowMs: Date.now() }, never);
    const left = await rows();
    const bytes = left.reduce((sum, row) => sum + row.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
    expect(bytes).toBeGreaterThan(maxBytes - 2 * 31_000);
    expect(left.map(({ url }) => url)).toEqual(left.map((_, n) => `http://a.test/${String(n).padStart(4, '0')}`));
    expect(await metric('orbweaver_page_cache_entries')).toContain(` ${left.length}`);
    expect(await metric('orbweaver_page_cache_bytes')).toContain(` ${bytes}`);
    expect(await metric('orbweaver_page_cache_evictions_total')).toContain(`{cause="size"} ${40 - left.length}`);
  });

  it('evicts old pages in steps', async () => {
    await fill(450, 10);
    await trimPageCache(harness, { maxBytes: 100 * MIB, maxAgeMs: 10_500, nowMs: Date.now() }, never);
    expect((await rows()).length).toBeLessThanOrEqual(11);
    expect((await rows()).length).toBeGreaterThan(0);
  });

  it('empties a disabled cache', async () => {
    await fill(5, 10);
    await trimPageCache(harness, { maxBytes: 0, maxAgeMs: HOUR_MS, nowMs: Date.now() }, never);
    expect(await rows()).toEqual([]);
  });
});
