import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ChangeTracking, DedupOptions, DocumentContent, Format } from '@orbweaver/core';
import { crawlKey, readCrawlHistory } from '@orbweaver/persistence';
import { trimHistories } from '../retention';
import { type DocumentOptions, pageDocument, type ResultsBench, startResultsBench } from '../testing/results-bench';

let bench: ResultsBench;
beforeAll(async () => {
  bench = await startResultsBench();
});
afterAll(() => bench.close());

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
  /** A scrape that does not ask for changes. */
  isPlain?: boolean;
  formats?: Format[];
  metadata?: DocumentOptions['metadata'];
  more?: Partial<DocumentOptions>;
}

async function message({ teamId, markdown = 'Hello', tag = null, modes = ['git-diff'], ...scrape }: Scrape) {
  const { url = URL, statusCode = 200, kind = 'scrape', isPlain = false, hidden, dedup } = scrape;
  const tracking = { modes, tag, ...(hidden && { hidden }), ...(dedup && { dedup }) };
  const formats: Format[] = scrape.formats ?? [
    { type: 'markdown' },
    ...(isPlain ? [] : [{ type: 'changeTracking' as const, modes, tag }]),
  ];
  const jobId = await bench.insertJob({ teamId, kind, formats });
  const document = pageDocument(jobId, {
    url,
    teamId,
    content: { markdown },
    metadata: { statusCode, ...scrape.metadata },
    ...(isPlain ? {} : { changeTracking: tracking }),
    ...scrape.more,
  });
  return document;
}

async function contentOf(pageId: string): Promise<DocumentContent> {
  const { content, jsonBytes } = await bench.database.document.findUniqueOrThrow({ where: { pageId } });
  const json = gunzipSync(content);
  expect(json.byteLength).toBe(jsonBytes);
  return JSON.parse(json.toString()) as DocumentContent;
}

async function scrape(options: Scrape): Promise<ChangeTracking | undefined> {
  const document = await message(options);
  await bench.store(document);
  return (await contentOf(document.pageId)).changeTracking;
}

const versions = (teamId: string) => bench.database.pageHistory.findMany({ where: { teamId } });

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
    [
      'similar URLs that the caller takes for pages of their own',
      { dedup: EXACT },
      { url: `${URL}/`, dedup: EXACT },
    ],
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
    await bench.store(document);
    const stored = await contentOf(document.pageId);
    expect(Object.keys(stored)).toEqual(['markdown', 'links', 'changeTracking', 'warning']);
    expect(stored).toMatchObject({
      ...content,
      changeTracking: { changeStatus: 'changed', previousScrapeAt: expect.any(String) },
    });
    expect(stored.changeTracking?.diff).toContain('-plain one\n+plain two');

    bench.clock.nowMs = Date.now() + 1_000;
    await scrape({ teamId, isPlain: true, markdown: 'plain three' });
    const newest = new Date(bench.clock.nowMs).toISOString();
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
    ['with zeroDataRetention', { more: { zeroDataRetention: true } }],
    ['with a tag', { isPlain: false, tag: 'a' }],
    ['that the page cache answered', { metadata: { cacheState: 'hit' } }],
  ])('does not compare with a scrape %s', async (_, other) => {
    const teamId = randomUUID();
    await bench.store(await message({ teamId, isPlain: true, ...other }));
    expect(await scrape({ teamId })).toMatchObject({ changeStatus: 'new' });
  });

  it('keeps and compares nothing with zeroDataRetention', async () => {
    const teamId = randomUUID();
    await scrape({ teamId });
    const before = await versions(teamId);
    expect(await scrape({ teamId, markdown: 'Secret', more: { zeroDataRetention: true } })).toBeUndefined();
    expect(await versions(teamId)).toEqual(before);
  });

  it('says when a change is too large for a diff', async () => {
    const teamId = randomUUID();
    const text = (word: string) => Array.from({ length: 100_000 }, (_, n) => `${word} ${n}`).join('\n');
    await scrape({ teamId, markdown: text('of the one') });
    const content = { markdown: text('of the other'), warning: 'Said before.' };
    const document = await message({ teamId, more: { content } });
    await bench.store(document);
    const stored = await contentOf(document.pageId);
    expect(stored.changeTracking).toMatchObject({ changeStatus: 'changed' });
    expect(stored.changeTracking).not.toHaveProperty('diff');
    expect(stored.warning).toBe('Said before. The change of the page is too large for a diff.');
  });

  it('loses none of the scrapes of one page that come at once, and repeats none', async () => {
    const teamId = randomUUID();
    const messages = await Promise.all(
      Array.from({ length: 12 }, (_, n) => message({ teamId, markdown: `version ${n}`, kind: 'batch' })),
    );
    const batches = [messages.slice(0, 4), messages.slice(4, 8), messages.slice(8), messages.slice(2, 6)];
    await Promise.all(batches.map((batch) => bench.store(...batch)));
    await bench.store(...messages);
    const contents = await Promise.all(messages.map(({ pageId }) => contentOf(pageId)));
    expect(contents.filter(({ changeTracking }) => changeTracking?.changeStatus === 'new')).toHaveLength(1);
    // Each was compared with another one: no version is the predecessor of two.
    const predecessors = contents.flatMap(
      ({ changeTracking }) => changeTracking?.diff?.match(/^-version \d+$/m)?.[0] ?? [],
    );
    expect(new Set(predecessors).size).toBe(11);
    const [kept] = await versions(teamId);
    expect(predecessors).not.toContain(`-${gunzipSync(kept!.markdown).toString()}`);
  });

  it('refuses a document that names a team other than that of its job', async () => {
    const document = await message({ teamId: randomUUID() });
    await expect(bench.store({ ...document, teamId: randomUUID() })).rejects.toThrow('names another team');
  });

  it('does not unpack what asks for no changes', async () => {
    const document = await message({ teamId: randomUUID(), isPlain: true });
    const content = Buffer.from('neither gzip nor JSON');
    await bench.store({ ...document, content });
    const stored = await bench.database.document.findUniqueOrThrow({ where: { pageId: document.pageId } });
    expect(Buffer.from(stored.content)).toEqual(content);
  });

  it('says what is hidden, and remembers the pages of a crawl until they are removed', async () => {
    const teamId = randomUUID();
    const known = async (tag: string | null = null) =>
      (
        await readCrawlHistory(bench.database, {
          crawl: crawlKey(teamId, 'http://site.test/', tag),
          after: '',
          limit: 9,
        })
      )
        .map(({ url }) => url)
        .sort();
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

  it('forgets the oldest versions of a team that keeps too much, and nobody else', async () => {
    const [full, other] = [randomUUID(), randomUUID()];
    const words = () => Array.from({ length: 600 }, () => randomUUID()).join(' ');
    for (let n = 0; n < 8; n += 1) await scrape({ teamId: full, url: `${URL}/${n}`, kind: 'crawl', markdown: words() });
    await scrape({ teamId: other, url: `${URL}/0` });
    const before = await versions(full);
    const bytes = before.reduce((sum, version) => sum + version.bytes, 0);
    await trimHistories(bench.database, bytes - 1, new AbortController().signal);
    const oldestFirst = [...before].sort((a, b) => a.scrapedAt.getTime() - b.scrapedAt.getTime());
    expect((await versions(full)).map(({ url }) => url).sort()).toEqual(
      oldestFirst
        .slice(1)
        .map(({ url }) => url)
        .sort(),
    );
    await trimHistories(bench.database, Math.floor(bytes * 0.55), new AbortController().signal);
    const kept = await versions(full);
    expect(kept.length).toBe(4);
    expect(await bench.database.pageHistoryCrawl.count({ where: { teamId: full } })).toBe(4);
    expect(await versions(other)).toHaveLength(1);
    expect(await scrape({ teamId: full, url: oldestFirst[0]!.url })).toMatchObject({ changeStatus: 'new' });
  });
});
