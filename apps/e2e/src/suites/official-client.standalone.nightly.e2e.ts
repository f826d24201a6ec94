import { type FixtureSite, PDF_PAGES, startFixtureSite, treePath } from '@orbweaver/testing';
import type { ReplyBody, WireDocument } from '../harness/api-client';
import { urlsOf } from '../harness/jobs';
import { readPicture } from '../harness/read-data-uri';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { ClientEnvironment } from '../official-client/client-environment';
import { ClientProcess } from '../official-client/client-process';

const PAGES = 121;

describe('the official JavaScript client', () => {
  const system = System.shared();
  const environment = new ClientEnvironment();
  let site: FixtureSite;
  let client: ClientProcess;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: PAGES });
    client = new ClientProcess(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
  });
  afterAll(async () => {
    await client.close();
    await site.close();
    const outside = environment.outsideHosts();
    environment.remove();
    expect(outside).toEqual([]);
  });

  const someUrls = (): string[] => [0, 1, 2, 3].map((page) => site.main + treePath(page));
  /** Options of both versions. */
  const commonOptions = {
    onlyMainContent: true,
    includeTags: ['main'],
    excludeTags: ['h1'],
    headers: { 'X-Fixture': 'sent along' },
    waitFor: 100,
    timeout: 30_000,
    mobile: true,
    skipTlsVerification: true,
    removeBase64Images: true,
    blockAds: true,
    proxy: 'basic',
    location: { country: 'DE', languages: ['de'] },
    maxAge: 0,
    storeInCache: false,
  };
  const actions = [
    { type: 'wait', milliseconds: 50 },
    { type: 'click', selector: '#ask' },
    { type: 'wait', selector: '#answer' },
    { type: 'press', key: 'Tab' },
    { type: 'write', text: 'some words' },
    { type: 'scroll', direction: 'down' },
    { type: 'executeJavascript', script: 'navigator.language' },
    { type: 'scrape' },
    { type: 'pdf', format: 'A5', landscape: true },
    { type: 'screenshot', fullPage: true },
  ];
  const expectActionsDone = (document: ReplyBody): void => {
    expect(document.markdown).toContain('the answer has come');
    expect(document.markdown).not.toContain('# Delayed');
    expect(document.actions.javascriptReturns).toEqual([{ type: 'string', value: 'de' }]);
    expect(document.actions.scrapes).toEqual([
      { url: `${site.main}/forms/delayed`, html: expect.stringContaining('the answer has come') },
    ]);
    expect(document.actions.pdfs).toHaveLength(1);
    expect(readPicture(document.actions.screenshots[0])).toMatchObject({ type: 'png' });
  };
  const differentUrls = (documents: WireDocument[]): number => new Set(urlsOf(documents)).size;

  describe('v2', () => {
    const call = (method: string, ...args: unknown[]) => client.call('v2', method, ...args);

    it('scrapes', async () => {
      const document = await call('scrape', `${site.main}/plain`, { formats: ['markdown', 'links'] });
      expect(document.markdown).toContain('# Plain');
      expect(document.links).toContain(`${site.main}/tree/`);
    });

    it('maps', async () => {
      const { links } = await call('map', `${site.main}/tree/`, {
        sitemap: 'skip',
        search: 'tree',
        limit: 50,
        includeSubdomains: false,
        ignoreQueryParameters: true,
        timeout: 20_000,
        location: { country: 'DE', languages: ['de'] },
      });
      expect(links.map(({ url }: { url: string }) => url)).toContain(site.main + treePath(1));
    });

    it('scrapes with all options and actions', async () => {
      const document = await call('scrape', `${site.main}/forms/delayed`, {
        ...commonOptions,
        mobile: false,
        formats: [
          'markdown',
          { type: 'html' },
          'images',
          { type: 'screenshot', fullPage: true, quality: 40, viewport: { width: 700, height: 500 } },
        ],
        parsers: [{ type: 'pdf', mode: 'fast', maxPages: 2 }],
        actions: [...actions, { type: 'screenshot', viewport: { width: 300, height: 200 } }],
        fastMode: false,
      });
      expectActionsDone(document);
      expect(document).toMatchObject({ html: expect.any(String), images: [] });
      expect(readPicture(document.screenshot)).toMatchObject({ type: 'jpeg', width: 700 });
      expect(document.actions.screenshots.map(readPicture)).toEqual([
        expect.objectContaining({ type: 'png' }),
        { type: 'png', width: 300, height: 200 },
      ]);
    });

    it('applies the parsers option to PDFs', async () => {
      const pdf = `${site.main}/documents/pages.pdf`;
      expect((await call('scrape', pdf, { parsers: ['pdf'] })).metadata.numPages).toBe(PDF_PAGES);
      expect((await call('scrape', pdf, { parsers: [] })).markdown).toMatch(/^JVBERi/);
    });

    it('applies scrape options to batches and crawls', async () => {
      const options = { formats: ['markdown', { type: 'screenshot', quality: 40 }], location: { country: 'DE' } };
      const url = `${site.main}/plain`;
      const jobs = await Promise.all([
        call('batchScrape', [url], { options, pollInterval: 1 }),
        call('crawl', url, { scrapeOptions: options, limit: 1, sitemap: 'skip', pollInterval: 1 }),
      ]);
      for (const { data } of jobs) {
        expect(data).toMatchObject([{ markdown: expect.any(String), warning: expect.stringContaining('DE') }]);
        expect(readPicture(data[0].screenshot)).toMatchObject({ type: 'jpeg' });
      }
    });

    it('parses files', async () => {
      const file = { filename: 'hours.html', data: '<h1>Opening hours</h1>', contentType: 'text/html' };
      const document = await call('parse', file, { formats: ['markdown', 'links'], onlyMainContent: true });
      expect(document).toMatchObject({
        markdown: '# Opening hours',
        links: [],
        metadata: { sourceURL: 'hours.html', statusCode: 200 },
      });
      const image = { filename: 'a.png', data: '\u0000\u0001\u0002', contentType: 'image/png' };
      await expect(call('parse', image)).rejects.toMatchObject({ status: 500, code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' });
    });

    it('reads the token usage', async () => {
      expect(await call('getTokenUsage')).toMatchObject({ remainingTokens: 99_999_999, planTokens: 99_999_999 });
      expect(await call('getTokenUsageHistorical', true)).toMatchObject({ success: true, periods: expect.any(Array) });
    });

    it('rejects a search without a search engine', async () => {
      const attempt = call('search', 'spiders', { limit: 2, scrapeOptions: { formats: ['markdown'] } });
      await expect(attempt).rejects.toMatchObject({ status: 400, code: 'SEARCH_NOT_CONFIGURED' });
    });

    it('throws errors with status and code', async () => {
      const attempt = call('scrape', `${site.main}/hanging`, { timeout: 1000 });
      await expect(attempt).rejects.toMatchObject({ status: 408, code: 'SCRAPE_TIMEOUT' });
      await expect(call('scrape', 'ftp://example.com/')).rejects.toMatchObject({ status: 400 });
    });

    it('crawls, waits and reads all pages of documents', async () => {
      const job = await call('crawl', `${site.main}/tree/`, { pollInterval: 1, sitemap: 'skip' });
      expect(job).toMatchObject({ status: 'completed', completed: PAGES, total: PAGES });
      expect(job.data).toHaveLength(PAGES);
      expect(differentUrls(job.data)).toBe(PAGES);
    });

    it('starts a crawl, finds it among the active ones and cancels it', async () => {
      const { id } = await call('startCrawl', `${site.main}/calendar/`, { delay: 0.2 });
      const active = await call('getActiveCrawls');
      expect(active.crawls.map((crawl: { id: string }) => crawl.id)).toContain(id);
      expect(await call('cancelCrawl', id)).toBe(true);
      expect(await call('getCrawlStatus', id)).toMatchObject({ status: 'cancelled' });
    });

    it('reads the errors of a crawl', async () => {
      const job = await call('crawl', `${site.main}/robots/`, { pollInterval: 1 });
      expect(await call('getCrawlErrors', job.id)).toMatchObject({
        errors: [],
        robotsBlocked: expect.arrayContaining([`${site.main}/robots/secret/a`]),
      });
    });

    it('scrapes batches with errors and with several pages of documents', async () => {
      const job = await call('batchScrape', [...someUrls(), `${site.main}/redirects/loop-a`], { pollInterval: 1 });
      expect(job).toMatchObject({ status: 'completed', completed: 4 });
      expect(differentUrls(job.data)).toBe(4);
      expect(await call('getBatchScrapeErrors', job.id)).toMatchObject({
        errors: [{ url: `${site.main}/redirects/loop-a` }],
      });
      const started = await call('startBatchScrape', [`${site.main}/hanging`], { options: { timeout: 20_000 } });
      const more = await call('startBatchScrape', someUrls(), { appendToId: started.id });
      expect(more.id).toBe(started.id);
      expect(await call('cancelBatchScrape', started.id)).toBe(true);
    });

    it.each(['crawl', 'batch'] as const)('watches a %s', async (kind) => {
      const job =
        kind === 'crawl'
          ? await call('startCrawl', `${site.main}/tree/1`, { limit: 10, delay: 0.1 })
          : await call('startBatchScrape', someUrls(), {});
      const seen = await client.watchV2(job.id, kind);
      expect(seen).toMatchObject({ end: 'done', status: 'completed', errors: [] });
      expect(differentUrls(seen.documents)).toBe(kind === 'crawl' ? 10 : 4);
    });

    it("reads the team's usage", async () => {
      expect(await call('getCreditUsage')).toMatchObject({ remainingCredits: expect.any(Number) });
      expect(await call('getConcurrency')).toMatchObject({ concurrency: expect.any(Number) });
      expect(await call('getQueueStatus')).toMatchObject({ jobsInQueue: expect.any(Number) });
    });
  });

  describe('v1', () => {
    const call = (method: string, ...args: unknown[]): Promise<ReplyBody> => client.call('v1', method, ...args);

    it('scrapes', async () => {
      const document = await call('scrapeUrl', `${site.main}/plain`, { formats: ['markdown', 'html'] });
      expect(document).toMatchObject({ success: true, markdown: expect.stringContaining('# Plain') });
    });

    it('maps', async () => {
      const { links } = await call('mapUrl', `${site.main}/tree/`, { limit: 50, ignoreSitemap: true });
      expect(links[0]).toBe(`${site.main}/tree`);
      expect(links).toContain(site.main + treePath(1));
    });

    it('scrapes with all options and actions', async () => {
      const document = await call('scrapeUrl', `${site.main}/forms/delayed`, {
        ...commonOptions,
        formats: ['markdown', 'html', 'screenshot@fullPage'],
        parsePDF: true,
        actions,
      });
      expectActionsDone(document);
      expect(readPicture(document.screenshot)).toMatchObject({ type: 'png' });
    });

    it('throws errors with their status', async () => {
      await expect(call('scrapeUrl', `${site.main}/hanging`, { timeout: 1000 })).rejects.toMatchObject({
        message: expect.stringContaining('Scrape timed out'),
        status: 408,
      });
    });

    it('crawls, waits and reads all pages of documents', async () => {
      const job = await call('crawlUrl', `${site.main}/tree/`, { ignoreSitemap: true }, 1);
      expect(job).toMatchObject({ success: true, status: 'completed', completed: PAGES });
      expect(job.data).toHaveLength(PAGES);
      expect(differentUrls(job.data)).toBe(PAGES);
    });

    it('starts a crawl, reads its status and errors and cancels it', async () => {
      const { id } = await call('asyncCrawlUrl', `${site.main}/calendar/`, { delay: 0.2 });
      expect(await call('checkCrawlStatus', id, true)).toMatchObject({ success: true, status: 'scraping' });
      expect(await call('checkCrawlErrors', id)).toMatchObject({ errors: [], robotsBlocked: [] });
      expect(await call('checkCrawlStatus', id)).toMatchObject({ status: 'scraping' });
      expect(await call('cancelCrawl', id)).toMatchObject({ status: 'cancelled' });
    });

    it('scrapes batches', async () => {
      const job = await call('batchScrapeUrls', someUrls(), {}, 1);
      expect(job).toMatchObject({ success: true, status: 'completed', completed: 4 });
      expect(differentUrls(job.data)).toBe(4);
      const { id } = await call('asyncBatchScrapeUrls', someUrls(), {});
      expect(await call('checkBatchScrapeErrors', id)).toMatchObject({ errors: [], robotsBlocked: [] });
      expect(await call('checkBatchScrapeStatus', id)).toMatchObject({ success: true });
    });

    it('watches a crawl', async () => {
      const seen = await client.watchV1(`${site.main}/tree/2`, { limit: 10, ignoreSitemap: true });
      expect(seen).toMatchObject({ end: 'done', errors: [] });
      expect(differentUrls(seen.documents)).toBe(10);
    });
  });
});
