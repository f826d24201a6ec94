import { randomUUID } from 'node:crypto';
import { crawlKey, readCrawlHistory } from '@orbweaver/persistence';
import { changeTrackingHarness, PAGE_URL } from '../../test/change-tracking-harness';
import { trimHistories } from '../retention/delete-expired';

const harness = changeTrackingHarness();
const { scrape, rememberedOf, versions } = harness;

describe('page history', () => {
  it('finds hidden pages, and remembers the pages of a crawl until they are removed', async () => {
    const teamId = randomUUID();
    const known = async (tag?: string) => (await rememberedOf(teamId, tag)).sort();
    const [a, b] = ['http://site.test/a', 'http://site.test/b'];
    await scrape({ teamId, kind: 'crawl', url: a });
    await scrape({ teamId, kind: 'crawl', url: b });
    await scrape({ teamId, kind: 'batch', url: 'http://site.test/c' });
    await scrape({ teamId, kind: 'crawl', url: 'http://site.test/d', tag: 'other' });
    expect(await known()).toEqual([a, b]);
    expect(await known('other')).toEqual(['http://site.test/d']);
    expect(await scrape({ teamId, kind: 'crawl', url: a, hidden: true })).toMatchObject({
      changeStatus: 'same',
      visibility: 'hidden',
    });
    await scrape({ teamId, kind: 'crawl', url: b, hidden: true, statusCode: 410 });
    expect(await known()).toEqual([a]);
  });

  it.each([
    ['reaches by a redirect', {}, true],
    ['visits as a hidden page', { hidden: true }, false],
    ['receives a server error for', { statusCode: 503 }, false],
  ])('updates the memory of a page that a crawl %s: %j → %s', async (_, visit, isRenewed) => {
    const teamId = randomUUID();
    const seenAt = async () =>
      (await harness.results.database.pageHistoryCrawl.findFirstOrThrow({ where: { teamId } })).seenAt.getTime();
    await scrape({ teamId, kind: 'crawl' });
    const first = Date.now() - 86_400_000;
    await harness.results.database.pageHistoryCrawl.updateMany({
      where: { teamId },
      data: { seenAt: new Date(first) },
    });
    await scrape({ teamId, kind: 'crawl', ...visit });
    expect((await seenAt()) > first).toBe(isRenewed);
    const question = { crawl: crawlKey(teamId, 'http://site.test/', null), after: '', limit: 9 };
    // A URL reached after the acceptance of a crawl does not belong to an earlier crawl.
    const jobId = await harness.results.insertJob({ createdAt: new Date(first + 1) });
    expect(await readCrawlHistory(harness.results.database, { ...question, jobId })).toHaveLength(isRenewed ? 0 : 1);
  });

  it('evicts the oldest versions of a team above its limit only', async () => {
    const [full, other] = [randomUUID(), randomUUID()];
    const words = () => Array.from({ length: 600 }, () => randomUUID()).join(' ');
    for (let n = 0; n < 8; n += 1)
      await scrape({ teamId: full, url: `${PAGE_URL}/${n}`, kind: 'crawl', markdown: words() });
    await scrape({ teamId: other, url: `${PAGE_URL}/0` });
    const before = await versions(full);
    const bytes = before.reduce((sum, version) => sum + version.bytes, 0);
    await trimHistories(harness.results.database, bytes - 1, new AbortController().signal);
    const oldestFirst = [...before].sort((a, b) => a.scrapedAt.getTime() - b.scrapedAt.getTime());
    expect((await versions(full)).map(({ url }) => url).sort()).toEqual(
      oldestFirst
        .slice(1)
        .map(({ url }) => url)
        .sort(),
    );
    await trimHistories(harness.results.database, Math.floor(bytes * 0.55), new AbortController().signal);
    const kept = await versions(full);
    expect(kept.length).toBe(4);
    expect(await harness.results.database.pageHistoryCrawl.count({ where: { teamId: full } })).toBe(4);
    expect(await versions(other)).toHaveLength(1);
    expect(await scrape({ teamId: full, url: oldestFirst[0]!.url })).toMatchObject({ changeStatus: 'new' });
  });
});
