import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type DedupOptions, PoisonedInputError } from '@orbweaver/core';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import { requestErasure } from '@orbweaver/persistence';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';
import { changeTrackingHarness, PAGE_URL, type Scrape } from '../../test/change-tracking-harness';
import { quietLog } from '../../test/results-harness';
import { plainHashOf } from './plain-hash-of';
import { placeOfVersion } from './previous-scrapes';

const harness = changeTrackingHarness();
const { message, scrape, contentOf, versions } = harness;

const EXACT: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

describe('trackChanges', () => {
  it('reports new, same, changed with a diff, and removed', async () => {
    const teamId = randomUUID();
    const first = await scrape({ teamId, markdown: 'one\ntwo' });
    expect(first).toEqual({ previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' });
    const [kept] = await versions(teamId);
    expect(await scrape({ teamId, markdown: 'one\n\n  two' })).toEqual({
      previousScrapeAt: kept!.scrapedAt.toISOString(),
      changeStatus: 'same',
      visibility: 'visible',
    });
    expect(await scrape({ teamId, markdown: 'one\nthree' })).toMatchObject({
      changeStatus: 'changed',
      diff: '--- previous\n+++ current\n@@ -1,3 +1,2 @@\n one\n-\n-  two\n+three\n',
    });
    expect(await scrape({ teamId, markdown: 'four', modes: [] })).not.toHaveProperty('diff');
    for (const statusCode of [404, 410]) {
      const removed = await scrape({ teamId, markdown: 'Not found', statusCode });
      expect(removed).toMatchObject({ changeStatus: 'removed', previousScrapeAt: expect.any(String) });
      expect(removed).not.toHaveProperty('diff');
    }
    expect(await versions(teamId)).toHaveLength(1);
    expect(await scrape({ teamId: randomUUID(), statusCode: 404 })).toMatchObject({ changeStatus: 'new' });
  });

  it.each<[string, Partial<Scrape>, Partial<Scrape>]>([
    ['teams', {}, { teamId: randomUUID() }],
    ['tags', { tag: 'a' }, { tag: 'b' }],
    ['no tag and an empty tag', { tag: null }, { tag: '' }],
    ['no tag and a tag', { tag: null }, { tag: 'a' }],
    ['URLs', {}, { url: `${PAGE_URL}?p=2` }],
    ['similar URLs without deduplication', { dedup: EXACT }, { url: `${PAGE_URL}/`, dedup: EXACT }],
  ])('separates %s', async (_, one, other) => {
    const teamId = randomUUID();
    await scrape({ teamId, ...one });
    expect(await scrape({ teamId, ...other })).toMatchObject({ changeStatus: 'new', previousScrapeAt: null });
    expect(await scrape({ teamId, ...one })).toMatchObject({ changeStatus: 'same' });
  });

  it("identifies pages by the crawl's dedup key", async () => {
    const teamId = randomUUID();
    const dedup = { ...EXACT, ignoreQueryParameters: true };
    await scrape({ teamId, kind: 'crawl', url: `${PAGE_URL}?session=1`, dedup });
    expect(await scrape({ teamId, kind: 'crawl', url: `${PAGE_URL}?session=2`, dedup })).toMatchObject({
      changeStatus: 'same',
    });
    expect(await versions(teamId)).toHaveLength(1);
    const metadata = { sourceURL: PAGE_URL, url: PAGE_URL, statusCode: 200, proxyUsed: 'basic' as const };
    const scope = crawlScope({ ignoreQueryParameters: true });
    const spec = { kind: 'crawl', url: PAGE_URL, scope, sitemap: 'skip', limit: 9, ignoreRobotsTxt: false } as const;
    const hashes = ['?session=1', '?session=2'].map((query) =>
      plainHashOf({ url: `${PAGE_URL}${query}` }, metadata, { ...spec, scrape: scrapeSpec() }, teamId),
    );
    expect(hashes[0]).not.toBeNull();
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('identifies similar spellings of a URL of any length', async () => {
    const teamId = randomUUID();
    const long = `https://www.site.test/a/${'x'.repeat(20_000)}`;
    await scrape({ teamId, url: `${long}/#part` });
    expect(await scrape({ teamId, url: long.replace('https://www.', 'http://') })).toMatchObject({
      changeStatus: 'same',
    });
  });

  it('compares with a newer scrape without change tracking, and keeps other formats', async () => {
    const teamId = randomUUID();
    await scrape({ teamId, isPlain: true, markdown: 'plain one' });
    const content = { markdown: 'plain two', links: ['http://site.test/b'], warning: 'Said before.' };
    const document = await message({ teamId, more: { content } });
    await harness.results.store(document);
    const stored = await contentOf(document.pageId);
    expect(Object.keys(stored)).toEqual(['markdown', 'links', 'changeTracking', 'warning']);
    expect(stored).toMatchObject({
      ...content,
      changeTracking: { changeStatus: 'changed', previousScrapeAt: expect.any(String) },
    });
    expect(stored.changeTracking?.diff).toContain('-plain one\n+plain two');

    harness.results.time.nowMs = Date.now() + 1_000;
    await scrape({ teamId, isPlain: true, markdown: 'plain three' });
    const newest = new Date(harness.results.time.nowMs).toISOString();
    expect(await scrape({ teamId, markdown: 'plain three' })).toMatchObject({
      changeStatus: 'same',
      previousScrapeAt: newest,
    });
    expect(await scrape({ teamId, tag: 'a' })).toMatchObject({ changeStatus: 'new' });
  });

  it.each<[string, Partial<Scrape>]>([
    ['of another team', { teamId: randomUUID() }],
    ['without markdown', { formats: [{ type: 'html' }], more: { content: { html: '' } } }],
    ['that failed', { more: { failure: { reason: 'dns', message: 'No such host.' } } }],
    ['with zeroDataRetention', { zeroDataRetention: true, kind: 'batch' }],
    ['with a tag', { isPlain: false, tag: 'a' }],
    ['from the page cache', { metadata: { cacheState: 'hit' } }],
  ])('does not compare with a scrape %s', async (_, other) => {
    const teamId = randomUUID();
    await harness.results.store(await message({ teamId, isPlain: true, ...other }));
    expect(await scrape({ teamId })).toMatchObject({ changeStatus: 'new' });
  });

  it.each([
    ['with change tracking', false],
    ['without change tracking', true],
  ])('does not compare with a scrape %s whose erasure was requested', async (_, isPlain) => {
    const { database } = harness.results;
    const teamId = randomUUID();
    const earlier = await message({ teamId, isPlain, markdown: 'secret' });
    await harness.results.store(earlier);
    const { jobId } = earlier;
    await database.job.update({ where: { id: jobId }, data: { state: 'completed', completedAt: new Date() } });
    const actor = { apiKeyId: null, name: 'anna', requestId: null };
    expect(await requestErasure(database, actor, { jobId, teamId })).toMatchObject({ kind: 'requested' });
    const tracked = await scrape({ teamId, markdown: 'public' });
    expect(tracked).toEqual({ previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' });
    expect(await scrape({ teamId, markdown: 'public' })).toMatchObject({ changeStatus: 'same' });
    expect(await versions(teamId)).toHaveLength(1);
  });

  it('compares with a version whose job expired early or is deleted', async () => {
    const { database } = harness.results;
    const teamId = randomUUID();
    const earlier = await message({ teamId, markdown: 'one' });
    await harness.results.store(earlier);
    await database.job.update({ where: { id: earlier.jobId }, data: { state: 'completed', erasedAt: new Date() } });
    const second = await message({ teamId, markdown: 'one' });
    await harness.results.store(second);
    expect((await contentOf(second.pageId)).changeTracking).toMatchObject({ changeStatus: 'same' });
    await database.page.deleteMany({ where: { teamId } });
    await database.job.deleteMany({ where: { teamId } });
    expect(await scrape({ teamId, markdown: 'one' })).toMatchObject({ changeStatus: 'same' });
  });

  it('warns when a change is too large for a diff', async () => {
    const teamId = randomUUID();
    const text = (word: string) => Array.from({ length: 100_000 }, (_, n) => `${word} ${n}`).join('\n');
    await scrape({ teamId, markdown: text('of the one') });
    const content = { markdown: text('of the other'), warning: 'Said before.' };
    const document = await message({ teamId, more: { content } });
    await harness.results.store(document);
    const stored = await contentOf(document.pageId);
    expect(stored.changeTracking).toMatchObject({ changeStatus: 'changed' });
    expect(stored.changeTracking).not.toHaveProperty('diff');
    expect(stored.warning).toBe('Said before. The change of the page is too large for a diff.');
  });

  it('ignores and logs an unreadable predecessor', async () => {
    const warned = jest.spyOn(quietLog, 'warn');
    for (const content of [
      'neither gzip nor JSON',
      gzipSync('no JSON'),
      gzipSync('null'),
      gzipSync('{"markdown":1}'),
    ]) {
      const teamId = randomUUID();
      const plain = await message({ teamId, isPlain: true });
      await harness.results.store({ ...plain, content: Buffer.from(content) });
      warned.mockClear();
      expect(await scrape({ teamId, markdown: 'One' })).toMatchObject({ changeStatus: 'new', previousScrapeAt: null });
      expect(warned.mock.calls).toEqual([
        ['predecessor-unreadable', { pageId: plain.pageId, reason: expect.stringContaining(plain.pageId) }],
      ]);
      await harness.results.database.pageHistory.updateMany({
        where: { teamId },
        data: { markdown: Buffer.from('no gzip') },
      });
      expect(await scrape({ teamId, markdown: 'Two' })).toMatchObject({ changeStatus: 'new', previousScrapeAt: null });
      expect(await scrape({ teamId, markdown: 'Two' })).toMatchObject({ changeStatus: 'same' });
      const own = await message({ teamId });
      const poisoned = harness.results.store({ ...own, content: Buffer.from(content) });
      await expect(poisoned).rejects.toThrow(PoisonedInputError);
    }
    warned.mockRestore();
  });

  it('reports a change without a diff if the key of the predecessor is unknown, and stores the whole batch', async () => {
    const warned = jest.spyOn(quietLog, 'warn');
    const lost = new ContentCipher([new ContentKey(randomBytes(32))]);
    const [one, other] = [randomUUID(), randomUUID()];
    await scrape({ teamId: one, markdown: 'One' });
    const [{ key, pageId, markdown }] = (await versions(one)) as [Awaited<ReturnType<typeof versions>>[0]];
    const place = placeOfVersion({ teamId: one, key: Buffer.from(key).toString('hex'), pageId });
    await harness.results.database.pageHistory.updateMany({
      where: { teamId: one },
      data: { markdown: Buffer.from(lost.encrypt(place, markdown)) },
    });
    expect(await scrape({ teamId: one, markdown: 'One', modes: [] })).toMatchObject({ changeStatus: 'same' });
    await harness.results.database.pageHistory.updateMany({
      where: { teamId: one },
      data: { markdown: Buffer.from(lost.encrypt(place, markdown)) },
    });
    const batch = [await message({ teamId: one, markdown: 'Two' }), await message({ teamId: other })] as const;
    await harness.results.store(...batch);
    const stored = await contentOf(batch[0].pageId);
    expect(stored.changeTracking).toMatchObject({ changeStatus: 'changed', previousScrapeAt: expect.any(String) });
    expect(stored.changeTracking).not.toHaveProperty('diff');
    expect(stored.warning).toBe('The diff is missing: the text of the previous scrape cannot be read.');
    expect((await contentOf(batch[1].pageId)).changeTracking).toMatchObject({ changeStatus: 'new' });
    expect(warned.mock.calls).toEqual([['predecessor-unreadable', expect.objectContaining({})]]);
    expect(await scrape({ teamId: one, markdown: 'Three' })).toMatchObject({
      changeStatus: 'changed',
      diff: expect.stringContaining('-Two'),
    });
    warned.mockRestore();
  });

  it('skips a plain predecessor whose key is unknown', async () => {
    const teamId = randomUUID();
    const lost = new ContentCipher([new ContentKey(randomBytes(32))]);
    const plain = await message({ teamId, isPlain: true });
    await harness.results.store(plain);
    const { content } = await harness.results.database.document.findUniqueOrThrow({ where: { pageId: plain.pageId } });
    await harness.results.database.document.update({
      where: { pageId: plain.pageId },
      data: { content: Buffer.from(lost.encrypt({ column: 'documents.content', row: plain.pageId }, content!)) },
    });
    expect(await scrape({ teamId, markdown: 'Two' })).toMatchObject({ changeStatus: 'new' });
  });

  it('stores no credentials of a URL', async () => {
    const teamId = randomUUID();
    await scrape({ teamId, url: 'http://me:secret@site.test/page?a=1#top' });
    expect((await versions(teamId)).map(({ url }) => url)).toEqual(['http://site.test/page?a=1#top']);
    expect(await scrape({ teamId, url: 'http://site.test/page?a=1' })).toMatchObject({ changeStatus: 'same' });
  });

  it('does not decompress a document without change tracking', async () => {
    const document = await message({ teamId: randomUUID(), isPlain: true });
    const content = Buffer.from('neither gzip nor JSON');
    await harness.results.store({ ...document, content });
    const stored = await harness.results.database.document.findUniqueOrThrow({ where: { pageId: document.pageId } });
    expect(Buffer.from(stored.content!)).toEqual(content);
  });
});
