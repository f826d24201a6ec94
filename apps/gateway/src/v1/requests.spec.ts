import { scrapeSpec } from '@orbweaver/testing';
import type { z } from 'zod';
import { refusalOf } from '../../test/refusal-of';
import { readWire } from '../errors/read-wire';
import { writeCrawlOptions as writeV2 } from '../v2/from-core';
import { addExtraction, writeCrawlOptions } from './from-core';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { toCrawlSpec, toScrapeSpec } from './to-core';

const url = 'https://example.com';

const refusedBody = (schema: z.ZodType, body: unknown) => refusalOf(() => readWire(schema, body)).message;
const crawl = (body: object, start = url) => toCrawlSpec(readWire(CrawlRequest, { url: start, ...body }), start);

describe('a v1 scrape', () => {
  it('has other defaults than v2', () => {
    const differences = { skipTlsVerification: false, proxy: 'basic', maxAgeMs: 0 } as const;
    expect(toScrapeSpec(readWire(ScrapeRequest, { url }))).toEqual(scrapeSpec(differences));
  });

  const schema = { type: 'object', properties: { price: { type: 'number' } } };

  it.each<[string, object, object]>([
    [
      'a full-page screenshot',
      { formats: ['screenshot@fullPage'] },
      { formats: [{ type: 'screenshot', fullPage: true }] },
    ],
    [
      'json and extract with their options',
      { formats: ['json', 'extract'], jsonOptions: { schema, systemPrompt: 'x' }, extract: { prompt: 'p' } },
      {
        formats: [
          { type: 'json', key: 'json', schema },
          { type: 'json', key: 'extract', prompt: 'p' },
        ],
      },
    ],
    [
      'changeTracking with options, without unknown keys',
      { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['git-diff'], tag: 'a', foo: 1 } },
      { formats: [{ type: 'markdown' }, { type: 'changeTracking', modes: ['git-diff'], tag: 'a' }] },
    ],
    [
      'changeTracking without options',
      { formats: ['markdown', 'changeTracking'] },
      { formats: [{ type: 'markdown' }, { type: 'changeTracking', modes: [], tag: null }] },
    ],
    ['parsePDF', { parsePDF: false }, { pdf: { parse: false } }],
    ['geolocation as location', { geolocation: { country: 'fr' } }, { location: { country: 'FR', languages: [] } }],
    ['a wait of half the default timeout', { waitFor: 15_000 }, { waitForMs: 15_000 }],
    ['a longer default timeout for a language model', { formats: ['summary'] }, { timeoutMs: 60_000 }],
    ['an explicit timeout with a language model', { formats: ['summary'], timeout: 30_000 }, { timeoutMs: 30_000 }],
  ])('accepts %s', (_, body, expected) => {
    const spec = toScrapeSpec(readWire(ScrapeRequest, { url, ...body }));
    for (const [key, value] of Object.entries(expected)) expect(spec[key as keyof typeof spec]).toEqual(value);
  });

  const BOTH = "When 'extract' or 'json' format is specified, corresponding options must be provided";

  it.each<[string, object]>([
    ['parsers: Unrecognized key', { parsers: [] }],
    ['sitemap: Unrecognized key', { sitemap: 'skip' }],
    ['formats.0: Must be ', { formats: [{ type: 'markdown' }] }],
    ['formats: Must have at most 100 items, not 101', { formats: Array(101).fill('markdown') }],
    [
      'formats: You may only specify either screenshot or screenshot@fullPage',
      { formats: ['screenshot', 'screenshot@fullPage'] },
    ],
    ['formats: The changeTracking format requires the markdown format', { formats: ['changeTracking'] }],
    [`jsonOptions: ${BOTH}`, { formats: ['json'] }],
    [`jsonOptions: ${BOTH}`, { jsonOptions: { prompt: 'x' } }],
    [`extract: ${BOTH}`, { formats: ['extract'], jsonOptions: undefined }],
    ['jsonOptions.foo: Unrecognized key', { formats: ['json'], jsonOptions: { foo: 1 } }],
    ['waitFor: waitFor must not exceed half of timeout', { waitFor: 15_001 }],
    ['actions: Total wait time', { timeout: 300_000, waitFor: 60_000, actions: [{ type: 'wait', milliseconds: 1 }] }],
    [
      'agent: You may only specify the FIRE-1 model in agent or jsonOptions.agent, but not both',
      { formats: ['json'], agent: { model: 'FIRE-1' }, jsonOptions: { agent: { model: 'fire-1' } } },
    ],
    ['agent: Agents are not available in this installation', { agent: { prompt: 'x' } }],
  ])('is rejected with "%s"', (text, body) => {
    expect(refusedBody(ScrapeRequest, { url, ...body })).toContain(text);
  });
});

describe('a v1 crawl', () => {
  it('limits the depth of paths', () => {
    expect(crawl({}).scope).toMatchObject({ maxPathDepth: 10, crawlEntireDomain: false });
    expect(crawl({ ignoreSitemap: true }).sitemap).toBe('skip');
  });

  it.each([
    [{ allowBackwardLinks: true }, true],
    [{ allowBackwardLinks: true, crawlEntireDomain: false }, false],
    [{ allowBackwardLinks: false, crawlEntireDomain: true }, true],
  ])('reads %j as crawlEntireDomain %s', (body, expected) => {
    expect(crawl(body).scope.crawlEntireDomain).toBe(expected);
  });

  it('rejects a start URL deeper than maxDepth', () => {
    const error = refusalOf(() => crawl({ maxDepth: 1 }, `${url}/a/b`));
    expect(error.message).toContain('URL depth exceeds the specified maxDepth');
    expect(error.body.details).toEqual([
      { code: 'custom', message: 'URL depth exceeds the specified maxDepth', path: ['url'] },
    ]);
    expect(crawl({ maxDepth: 2 }, `${url}/a/b`).scope.maxPathDepth).toBe(2);
  });

  it.each<[string, object]>([
    ['prompt: Unrecognized key', { prompt: 'x' }],
    ['sitemap: Unrecognized key', { sitemap: 'skip' }],
    ['maxDepth: Must ', { maxDepth: -1 }],
    ['scrapeOptions.parsers: Unrecognized key', { scrapeOptions: { parsers: [] } }],
  ])('is rejected with "%s"', (text, body) => {
    expect(refusedBody(CrawlRequest, { url, ...body })).toContain(text);
  });

  it('is returned in the notation of the requested version', () => {
    const spec = crawl({
      ignoreSitemap: true,
      maxDepth: 3,
      delay: 2,
      scrapeOptions: {
        formats: ['json', 'screenshot@fullPage'],
        jsonOptions: { prompt: 'p' },
        parsePDF: false,
        waitFor: 5,
      },
    });
    expect(JSON.parse(JSON.stringify(writeCrawlOptions(spec)))).toMatchObject({
      maxDepth: 3,
      ignoreSitemap: true,
      allowBackwardLinks: false,
      delay: 2,
      scrapeOptions: {
        formats: ['json', 'screenshot@fullPage'],
        jsonOptions: { prompt: 'p' },
        parsePDF: false,
        waitFor: 5,
      },
    });
    expect(JSON.parse(JSON.stringify(writeV2(spec)))).toMatchObject({
      sitemap: 'skip',
      delay: 2,
      scrapeOptions: {
        formats: [
          { type: 'json', prompt: 'p' },
          { type: 'screenshot', fullPage: true },
        ],
        parsers: [],
        waitFor: 5,
      },
    });
  });
});

describe('a v1 batch', () => {
  it('rejects invalid URLs by default', () => {
    expect(readWire(BatchRequest, { urls: [url] }).ignoreInvalidURLs).toBe(false);
  });
});

describe('a v1 document', () => {
  it.each(['json', 'extract'])('returns the extraction in %s also as llm_extraction', (key) => {
    const document = addExtraction(Buffer.from(JSON.stringify({ [key]: { a: 1 }, metadata: {} })));
    expect(JSON.parse(document.toString())).toEqual({ [key]: { a: 1 }, metadata: {}, llm_extraction: { a: 1 } });
  });
});
