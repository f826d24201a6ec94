import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  type ChangeTracking,
  type DedupOptions,
  type DocumentContent,
  type Format,
  PoisonedInputError,
} from '@orbweaver/core';
import { crawlKey, readCrawlHistory } from '@orbweaver/persistence';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { type DocumentOptions, testDocument } from '../../test/test-document';
import { trimHistories } from '../retention/delete-expired';
import { plainHashOf } from './plain-hash-of';

let harness: ResultsHarness;
beforeAll(async () => {
  harness = await startResultsHarness();
});
afterAll(() => harness.close());

const URL = 'http://site.test/page';
const EXACT: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

interface Scrape {
  teamId: string;
  url?: string;
  markdown?: string;
  tag?: string | null;
  modes?: ('git-diff' | 'json')[];
  statusCode?: number;
  hidden?: boolean;
  dedup?: DedupOptions;
  kind?: 'scrape' | 'batch' | 'crawl';
  /** A scrape without change tracking. */
  isPlain?: boolean;
  zeroDataRetention?: boolean;
  formats?: Format[];
  metadata?: DocumentOptions['metadata'];
  renderedAt?: number;
  more?: Partial<DocumentOptions>;
}

async function message({ teamId, markdown = 'Hello', tag = null, modes = ['git-diff'], ...scrape }: Scrape) {
  const { url = URL, statusCode = 200, kind = 'scrape', isPlain = false, hidden, dedup } = scrape;
  const tracking = { modes, tag, ...(hidden && { hidden }), ...(dedup && { dedup }) };
  const formats: Format[] = scrape.formats ?? [
    { type: 'markdown' },
    ...(isPlain ? [] : [{ type: 'changeTracking' as const, modes, tag }]),
  ];
  const jobId = await harness.insertJob({ teamId, kind, formats, zeroDataRetention: scrape.zeroDataRetention });
  const document = testDocument(jobId, {
    url,
    teamId,
    content: { markdown },
    metadata: { statusCode, ...scrape.metadata },
    ...(kind === 'scrape' && { pageId: jobId }),
    ...(isPlain ? {} : { changeTracking: tracking }),
    ...scrape.more,
  });
  return { ...document, renderedAt: scrape.renderedAt ?? document.renderedAt };
}

/** What a crawl that is accepted in a minute reads of the earlier ones. */
async function rememberedOf(teamId: string, tag: string | null = null): Promise<string[]> {
  const jobId = await harness.insertJob({ createdAt: new Date(Date.now() + 60_000) });
  const crawl = crawlKey(teamId, 'http://site.test/', tag);
  const pages = await readCrawlHistory(harness.database, { jobId, crawl, after: '', limit: 9 });
  return pages.map(({ url }) => url);
}

async function contentOf(pageId: string): Promise<DocumentContent> {
  const { content, jsonBytes } = await harness.database.document.findUniqueOrThrow({ where: { pageId } });
  const json = gunzipSync(content);
  expect(json.byteLength).toBe(jsonBytes);
  return JSON.parse(json.toString()) as DocumentContent;
}

async function scrape(options: Scrape): Promise<ChangeTracking | undefined> {
  const document = await message(options);
  await harness.store(document);
  return (await contentOf(document.pageId)).changeTracking;
}

const versions = (teamId: string) => harness.database.pageHistory.findMany({ where: { teamId } });

describe('change tracking', () => {
  it('tells new, same, changed with a diff, and removed', async () => {
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
    ['no tag and the empty one', { tag: null }, { tag: '' }],
    ['no tag and one', { tag: null }, { tag: 'a' }],
    ['URLs', {}, { url: `${URL}?p=2` }],
    ['similar URLs that the caller takes for pages of their own', { dedup: EXACT }, { url: `${URL}/`, dedup: EXACT }],
  ])('keeps %s apart', async (_, one, other) => {
    const teamId = randomUUID();
    await scrape({ teamId, ...one });
    expect(await scrape({ teamId, ...other })).toMatchObject({ changeStatus: 'new', previousScrapeAt: null });
    expect(await scrape({ teamId, ...one })).toMatchObject({ changeStatus: 'same' });
  });

  it('takes URLs for one page as the crawl does', async () => {
    const teamId = randomUUID();
    const dedup = { ...EXACT, ignoreQueryParameters: true };
    await scrape({ teamId, kind: 'crawl', url: `${URL}?session=1`, dedup });
    expect(await scrape({ teamId, kind: 'crawl', url: `${URL}?session=2`, dedup })).toMatchObject({
      changeStatus: 'same',
    });
    expect(await versions(teamId)).toHaveLength(1);
    const metadata = { sourceURL: URL, url: URL, statusCode: 200, proxyUsed: 'basic' as const };
    const scope = crawlScope({ ignoreQueryParameters: true });
    const spec = { kind: 'crawl', url: URL, scope, sitemap: 'skip', limit: 9, ignoreRobotsTxt: false } as const;
    const hashes = ['?session=1', '?session=2'].map((query) =>
      plainHashOf({ url: `${URL}${query}` }, metadata, { ...spec, scrape: scrapeSpec() }, teamId),
    );
    expect(hashes[0]).not.toBeNull();
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('takes similar spellings of a URL for one page, of any length', async () => {
    const teamId = randomUUID();
    const long = `https://www.site.test/a/${'x'.repeat(20_000)}`;
    await scrape({ teamId, url: `${long}/#part` });
    expect(await scrape({ teamId, url: long.replace('https://www.', 'http://') })).toMatchObject({
      changeStatus: 'same',
    });
  });

  it('compares with a plain scrape when that is the newest, and leaves other formats as they were', async () => {
    const teamId = randomUUID();
    await scrape({ teamId, isPlain: true, markdown: 'plain one' });
    const content = { markdown: 'plain two', links: ['http://site.test/b'], warning: 'Said before.' };
    const document = await message({ teamId, more: { content } });
    await harness.store(document);
    const stored = await contentOf(document.pageId);
    expect(Object.keys(stored)).toEqual(['markdown', 'links', 'changeTracking', 'warning']);
    expect(stored).toMatchObject({
      ...content,
      changeTracking: { changeStatus: 'changed', previousScrapeAt: expect.any(String) },
    });
    expect(stored.changeTracking?.diff).toContain('-plain one\n+plain two');

    harness.time.nowMs = Date.now() + 1_000;
    await scrape({ teamId, isPlain: true, markdown: 'plain three' });
    const newest = new Date(harness.time.nowMs).toISOString();
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
    ['that the page cache answered', { metadata: { cacheState: 'hit' } }],
  ])('does not compare with a scrape %s', async (_, other) => {
    const teamId = randomUUID();
    await harness.store(await message({ teamId, isPlain: true, ...other }));
    expect(await scrape({ teamId })).toMatchObject({ changeStatus: 'new' });
  });

  it('keeps and compares nothing with zeroDataRetention', async () => {
    const teamId = randomUUID();
    await scrape({ teamId });
    const before = await versions(teamId);
    expect(await scrape({ teamId, markdown: 'Secret', kind: 'batch', zeroDataRetention: true })).toBeUndefined();
    expect(await versions(teamId)).toEqual(before);
  });

  it('says when a change is too large for a diff', async () => {
    const teamId = randomUUID();
    const text = (word: string) => Array.from({ length: 100_000 }, (_, n) => `${word} ${n}`).join('\n');
    await scrape({ teamId, markdown: text('of the one') });
    const content = { markdown: text('of the other'), warning: 'Said before.' };
    const document = await message({ teamId, more: { content } });
    await harness.store(document);
    const stored = await contentOf(document.pageId);
    expect(stored.changeTracking).toMatchObject({ changeStatus: 'changed' });
    expect(stored.changeTracking).not.toHaveProperty('diff');
    expect(stored.warning).toBe('Said before. The change of the page is too large for a diff.');
  });

  it('loses none of the scrapes of one page that come at once, and repeats none', async () => {
    const teamId = randomUUID();
    const renderedAt = Date.now();
    const messages = await Promise.all(
      Array.from({ length: 12 }, (_, n) => message({ teamId, markdown: `version ${n}`, kind: 'batch', renderedAt })),
    );
    const batches = [messages.slice(0, 4), messages.slice(4, 8), messages.slice(8), messages.slice(2, 6)];
    await Promise.all(batches.map((batch) => harness.store(...batch)));
    await harness.store(...messages);
    const contents = await Promise.all(messages.map(({ pageId }) => contentOf(pageId)));
    expect(contents.filter(({ changeTracking }) => changeTracking?.changeStatus === 'new')).toHaveLength(1);
    // No version is the predecessor of two.
    const predecessors = contents.flatMap(
      ({ changeTracking }) => changeTracking?.diff?.match(/^-version \d+$/m)?.[0] ?? [],
    );
    expect(new Set(predecessors).size).toBe(11);
    const [kept] = await versions(teamId);
    expect(predecessors).not.toContain(`-${gunzipSync(kept!.markdown).toString()}`);
  });

  it('refuses a document that names a team other than that of its job', async () => {
    const document = await message({ teamId: randomUUID() });
    await expect(harness.store({ ...document, teamId: randomUUID() })).rejects.toThrow('names another team');
  });

  it('shows and keeps nothing for a job with zeroDataRetention, whatever the message says', async () => {
    const [teamId, other] = [randomUUID(), randomUUID()];
    await scrape({ teamId: other, markdown: 'A secret of another team' });
    const jobId = await harness.insertJob({ teamId, kind: 'batch', zeroDataRetention: true });
    const document = { ...(await message({ teamId, markdown: 'One' })), jobId };
    await expect(harness.store({ ...document, teamId: other })).rejects.toThrow('names another team');
    await harness.store(document);
    expect(await contentOf(document.pageId)).toEqual({ markdown: 'One' });
    expect(await versions(teamId)).toEqual([]);
  });

  it('compares an older rendering that comes late, and keeps the newer one', async () => {
    const teamId = randomUUID();
    const renderedAt = Date.now();
    await scrape({ teamId, kind: 'crawl', markdown: 'new', renderedAt });
    const [kept] = await versions(teamId);
    const late = { teamId, kind: 'crawl' as const, renderedAt: renderedAt - 60_000 };
    expect(await scrape({ ...late, markdown: 'old' })).toMatchObject({ changeStatus: 'changed' });
    expect(await scrape({ ...late, markdown: 'Not yet', statusCode: 404 })).toMatchObject({ changeStatus: 'removed' });
    expect(await versions(teamId)).toEqual([kept]);
    expect(await rememberedOf(teamId)).toHaveLength(1);
    expect(await harness.database.pageHistoryCrawl.findMany({ where: { teamId } })).toMatchObject([
      { seenAt: kept!.scrapedAt },
    ]);
    expect(await scrape({ teamId, markdown: 'new' })).toMatchObject({
      changeStatus: 'same',
      previousScrapeAt: kept!.scrapedAt.toISOString(),
    });
  });

  it('takes what was stored and cannot be read for no scrape before, and says so in the log', async () => {
    const warned = jest.spyOn(quietLog, 'warn');
    for (const content of [
      'neither gzip nor JSON',
      gzipSync('no JSON'),
      gzipSync('null'),
      gzipSync('{"markdown":1}'),
    ]) {
      const teamId = randomUUID();
      const plain = await message({ teamId, isPlain: true });
      await harness.store({ ...plain, content: Buffer.from(content) });
      warned.mockClear();
      expect(await scrape({ teamId, markdown: 'One' })).toMatchObject({ changeStatus: 'new', previousScrapeAt: null });
      expect(warned.mock.calls).toEqual([
        ['predecessor-unreadable', { pageId: plain.pageId, reason: expect.stringContaining(plain.pageId) }],
      ]);
      await harness.database.pageHistory.updateMany({ where: { teamId }, data: { markdown: Buffer.from('no gzip') } });
      expect(await scrape({ teamId, markdown: 'Two' })).toMatchObject({ changeStatus: 'new', previousScrapeAt: null });
      expect(await scrape({ teamId, markdown: 'Two' })).toMatchObject({ changeStatus: 'same' });
      const own = await message({ teamId });
      const poisoned = harness.store({ ...own, content: Buffer.from(content) });
      await expect(poisoned).rejects.toThrow(PoisonedInputError);
    }
    warned.mockRestore();
  });

  it('compares only those anew whose page has another version meanwhile', async () => {
    const teamId = randomUUID();
    const [a, b] = [`${URL}/a`, `${URL}/b`];
    await scrape({ teamId, url: a, markdown: 'a 1' });
    await scrape({ teamId, url: b, markdown: 'b 1' });
    const batch = [
      await message({ teamId, kind: 'batch', url: a, markdown: 'a 3' }),
      await message({ teamId, kind: 'batch', url: b, markdown: 'b 3' }),
    ];
    const run = harness.transactions.run.bind(harness.transactions);
    const changing = jest.spyOn(harness.transactions, 'run').mockImplementationOnce(async (...args) => {
      await scrape({ teamId, url: a, markdown: 'a 2' });
      // Seen only by a second comparison.
      await harness.database.pageHistory.updateMany({ where: { url: b }, data: { markdown: gzipSync('b 2') } });
      return run(...args);
    });
    await harness.store(...batch);
    changing.mockRestore();
    const [ofA, ofB] = await Promise.all(batch.map(({ pageId }) => contentOf(pageId)));
    expect(ofA!.changeTracking?.diff).toContain('-a 2\n+a 3');
    expect(ofB!.changeTracking?.diff).toContain('-b 1\n+b 3');
  });

  it('keeps no credentials of a URL', async () => {
    const teamId = randomUUID();
    await scrape({ teamId, url: 'http://me:secret@site.test/page?a=1#top' });
    expect((await versions(teamId)).map(({ url }) => url)).toEqual(['http://site.test/page?a=1#top']);
    expect(await scrape({ teamId, url: 'http://site.test/page?a=1' })).toMatchObject({ changeStatus: 'same' });
  });

  it('does not unpack what asks for no changes', async () => {
    const document = await message({ teamId: randomUUID(), isPlain: true });
    const content = Buffer.from('neither gzip nor JSON');
    await harness.store({ ...document, content });
    const stored = await harness.database.document.findUniqueOrThrow({ where: { pageId: document.pageId } });
    expect(Buffer.from(stored.content)).toEqual(content);
  });

  it('says what is hidden, and remembers the pages of a crawl until they are removed', async () => {
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
    ['is led to', {}, true],
    ['looks at for its memory alone', { hidden: true }, false],
    ['gets a fault of the server for', { statusCode: 503 }, false],
  ])('a page that a crawl %s is remembered anew: %j → %s', async (_, visit, isRenewed) => {
    const teamId = randomUUID();
    const seenAt = async () =>
      (await harness.database.pageHistoryCrawl.findFirstOrThrow({ where: { teamId } })).seenAt.getTime();
    await scrape({ teamId, kind: 'crawl' });
    const first = Date.now() - 86_400_000;
    await harness.database.pageHistoryCrawl.updateMany({ where: { teamId }, data: { seenAt: new Date(first) } });
    await scrape({ teamId, kind: 'crawl', ...visit });
    expect((await seenAt()) > first).toBe(isRenewed);
    const question = { crawl: crawlKey(teamId, 'http://site.test/', null), after: '', limit: 9 };
    // A URL that a crawl reached after its acceptance is no page of an earlier crawl.
    const jobId = await harness.insertJob({ createdAt: new Date(first + 1) });
    expect(await readCrawlHistory(harness.database, { ...question, jobId })).toHaveLength(isRenewed ? 0 : 1);
  });

  it('forgets the oldest versions of a team that keeps too much, and nobody else', async () => {
    const [full, other] = [randomUUID(), randomUUID()];
    const words = () => Array.from({ length: 600 }, () => randomUUID()).join(' ');
    for (let n = 0; n < 8; n += 1) await scrape({ teamId: full, url: `${URL}/${n}`, kind: 'crawl', markdown: words() });
    await scrape({ teamId: other, url: `${URL}/0` });
    const before = await versions(full);
    const bytes = before.reduce((sum, version) => sum + version.bytes, 0);
    await trimHistories(harness.database, bytes - 1, new AbortController().signal);
    const oldestFirst = [...before].sort((a, b) => a.scrapedAt.getTime() - b.scrapedAt.getTime());
    expect((await versions(full)).map(({ url }) => url).sort()).toEqual(
      oldestFirst
        .slice(1)
        .map(({ url }) => url)
        .sort(),
    );
    await trimHistories(harness.database, Math.floor(bytes * 0.55), new AbortController().signal);
    const kept = await versions(full);
    expect(kept.length).toBe(4);
    expect(await harness.database.pageHistoryCrawl.count({ where: { teamId: full } })).toBe(4);
    expect(await versions(other)).toHaveLength(1);
    expect(await scrape({ teamId: full, url: oldestFirst[0]!.url })).toMatchObject({ changeStatus: 'new' });
  });
});
