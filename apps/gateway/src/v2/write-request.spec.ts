import type { JobSpec } from '@orbweaver/core';
import { readWire } from '../errors/read-wire';
import * as v1Requests from '../v1/requests';
import * as v1 from '../v1/to-core';
import { toExtractCrawl } from '../wire/extract-fields';
import { toWebhookSpec } from '../wire/webhook';
import { extract } from './extract';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { toBatchSpec, toCrawlSpec, toScrapeSpec } from './to-core';
import { writeRequest } from './write-request';

const url = 'https://site.example/docs/';
const urls = [url, 'https://site.example/other'];
const nothing = { urls: [], webhook: undefined };

const options = [
  {},
  { formats: ['markdown', 'links', { type: 'screenshot', fullPage: true, quality: 80 }], onlyMainContent: false },
  { formats: [{ type: 'json', prompt: 'the price', schema: { type: 'object' } }, 'summary'] },
  { formats: ['markdown', 'changeTracking'], maxAge: 0, proxy: 'stealth' },
  { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'daily' }], timeout: 5000, waitFor: 100 },
  { formats: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }], parsers: [] },
  { formats: [], parsers: [{ type: 'pdf', maxPages: 3 }], storeInCache: false, mobile: true },
  {
    includeTags: ['main'],
    excludeTags: ['.ad'],
    blockAds: false,
    removeBase64Images: false,
    skipTlsVerification: false,
  },
  { actions: [{ type: 'click', selector: '#more' }, { type: 'wait', milliseconds: 20 }, { type: 'scroll' }] },
  { location: { country: 'de', languages: ['de-DE'] } },
];

const specOfScrape = (body: object): JobSpec => ({
  kind: 'scrape',
  url,
  scrape: toScrapeSpec(readWire(ScrapeRequest, { url, ...body })),
});
const specOfBatch = (body: object): JobSpec => ({ kind: 'batch', ...toBatchSpec(readWire(BatchRequest, body)) });
const specOfCrawl = (body: object): JobSpec => ({ kind: 'crawl', ...toCrawlSpec(readWire(CrawlRequest, body), url) });

describe('writeRequest', () => {
  it.each(options)('writes the request of a scrape, batch and crawl that starts the same job: %j', (body) => {
    const scrape = writeRequest(specOfScrape(body), nothing);
    expect(scrape).toMatchObject({ operation: 'scrape', path: '/v2/scrape', request: { url }, omitted: [] });
    expect(specOfScrape(scrape.request)).toEqual(specOfScrape(body));

    const batch = { urls, maxConcurrency: 2, ...body };
    const writtenBatch = writeRequest(specOfBatch(batch), { urls, webhook: undefined });
    expect(writtenBatch).toMatchObject({ operation: 'batch', path: '/v2/batch/scrape', request: { urls } });
    expect(specOfBatch(writtenBatch.request)).toEqual(specOfBatch(batch));

    const crawl = { url, scrapeOptions: body };
    const writtenCrawl = writeRequest(specOfCrawl(crawl), nothing);
    expect(writtenCrawl).toMatchObject({ operation: 'crawl', path: '/v2/crawl', request: { url, limit: 10_000 } });
    expect(specOfCrawl(writtenCrawl.request)).toEqual(specOfCrawl(crawl));
  });

  it('leaves out options with their defaults', () => {
    expect(writeRequest(specOfScrape({}), nothing).request).toEqual({ url, formats: ['markdown'] });
    expect(writeRequest(specOfCrawl({ url }), nothing).request).toEqual({
      url,
      limit: 10_000,
      scrapeOptions: { formats: ['markdown'] },
    });
  });

  it('writes the rules of a crawl, and its requested limit', () => {
    const body = {
      url,
      limit: 7,
      includePaths: ['^/docs/'],
      excludePaths: ['draft'],
      maxDiscoveryDepth: 2,
      sitemap: 'skip',
      crawlEntireDomain: true,
      allowSubdomains: true,
      delay: 1.5,
      robotsUserAgent: 'bot',
      ignoreQueryParameters: true,
      deduplicateSimilarURLs: false,
    };
    const { request } = writeRequest(specOfCrawl(body), nothing);
    expect(request).toEqual({ ...body, scrapeOptions: { formats: ['markdown'] } });
    const lowered = { ...specOfCrawl(body), limit: 2, requestedLimit: 7 } as JobSpec;
    expect(writeRequest(lowered, nothing).request).toEqual(request);
  });

  it('returns no header value and no password, and lists what is missing', () => {
    const secret = 'secret';
    const webhook = toWebhookSpec({
      url: `https://me:${secret}@hook.example/`,
      headers: { Authorization: secret },
      metadata: { order: '7' },
      events: ['page'],
    });
    const spec = specOfCrawl({ url, scrapeOptions: { headers: { Cookie: secret } } });
    const written = writeRequest({ ...spec, url: `https://me:${secret}@site.example/` } as JobSpec, { urls, webhook });
    expect(JSON.stringify(written)).not.toContain(secret);
    expect(written.request).toEqual({
      url: 'https://site.example/',
      limit: 10_000,
      scrapeOptions: { formats: ['markdown'] },
      webhook: { url: 'https://hook.example/', metadata: { order: '7' }, events: ['page'] },
    });
    expect(written.omitted.map(({ field }) => field)).toEqual([
      'scrapeOptions.headers.Cookie',
      'webhook.headers.Authorization',
      'url',
      'webhook.url',
    ]);
    const batch = writeRequest(specOfBatch({ urls }), { urls: [`me:${secret}@a.example/`, url], webhook: undefined });
    expect(batch).toMatchObject({ request: { urls: ['a.example/', url] }, omitted: [{ field: 'urls' }] });
  });

  it('keeps a property of a schema that is named headers', () => {
    const schema = { type: 'object', properties: { headers: { type: 'string', title: 'x' } } };
    const written = writeRequest(specOfScrape({ formats: [{ type: 'json', schema }] }), nothing);
    expect(written).toMatchObject({ request: { formats: [{ type: 'json', schema }] }, omitted: [] });
  });

  it('returns no text of write actions, and lists each', () => {
    const secret = 'secret';
    const actions = [
      { type: 'write', text: 'me' },
      { type: 'press', key: 'Tab' },
      { type: 'write', text: secret },
    ];
    const withoutTexts = [{ type: 'write' }, actions[1], { type: 'write' }];
    const scrape = writeRequest(specOfScrape({ actions }), nothing);
    expect(scrape).toMatchObject({
      request: { actions: withoutTexts },
      omitted: [{ field: 'actions.0.text' }, { field: 'actions.2.text' }],
    });
    expect(JSON.stringify(scrape)).not.toContain(secret);
    expect(() => specOfScrape(scrape.request)).toThrow(/actions\.0\.text is required/);
    expect(writeRequest(specOfCrawl({ url, scrapeOptions: { actions } }), nothing)).toMatchObject({
      request: { scrapeOptions: { actions: withoutTexts } },
      omitted: [{ field: 'scrapeOptions.actions.0.text' }, { field: 'scrapeOptions.actions.2.text' }],
    });
  });

  it.each([
    [{ urls, prompt: 'the price', showSources: true, scrapeOptions: { mobile: true } }, urls],
    [{ urls: [`${url}*`], schema: { type: 'object' }, limit: 5, ignoreSitemap: true, includeSubdomains: false }, []],
    [{ urls: [`${url}*`], prompt: 'all', limit: 10_000, allowExternalLinks: true, maxConcurrency: 3 }, []],
  ])('writes the request of an extract: %j', (body, listed) => {
    const specOf = (sent: object): JobSpec => {
      const read = readWire(extract.ExtractRequest, sent);
      const batch = { maxConcurrency: read.maxConcurrency, scrape: extract.toScrapeSpec(read) };
      const marked = { ...batch, extract: { showSources: read.showSources } };
      if (listed.length > 0) return { kind: 'batch', ...marked };
      return { kind: 'crawl', ...toExtractCrawl(read, url, marked) };
    };
    const written = writeRequest(specOf(body), { urls: listed, webhook: undefined });
    expect(written).toMatchObject({ operation: 'extract', path: '/v2/extract', omitted: [] });
    expect(written.request).toEqual({ scrapeOptions: {}, ...body });
    expect(specOf(written.request)).toEqual(specOf(body));
  });

  it('writes a v1 crawl in v2 form, and names what v2 lacks', () => {
    const body = readWire(v1Requests.CrawlRequest, {
      url,
      maxDepth: 3,
      limit: 5,
      ignoreSitemap: true,
      scrapeOptions: { formats: ['screenshot@fullPage', 'extract'], extract: { prompt: 'the price' } },
    });
    const { request, omitted } = writeRequest({ kind: 'crawl', ...v1.toCrawlSpec(body, url) }, nothing);
    expect(readWire(CrawlRequest, request)).toMatchObject({ sitemap: 'skip', limit: 5 });
    expect(request.scrapeOptions).toMatchObject({
      formats: [
        { type: 'screenshot', fullPage: true },
        { type: 'json', prompt: 'the price' },
      ],
    });
    expect(omitted.map(({ field }) => field)).toEqual(['maxDepth']);
  });
});
