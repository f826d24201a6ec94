import { crawlScope } from '@orbweaver/testing';
import type { z } from 'zod';
import { refusalOf } from '../../test/refusal-of';
import { readWire } from '../errors/read-wire';
import { toWebhookSpec } from '../wire/webhook';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { toCrawlSpec, toScrapeSpec } from './to-core';

const url = 'https://example.com';

const refusal = (schema: z.ZodType, body: unknown) => refusalOf(() => readWire(schema, body));

describe('a v2 crawl', () => {
  it.each([
    ['many', Array(3000).fill('^/products/')],
    ['long', ['x'.repeat(30_000)]],
    ['repeated', ['.{0,1000}'.repeat(30)]],
    ['repeated in a group', [`(${'a'.repeat(500)}){1000}`]],
    ['repeated behind a class', [`(${'a'.repeat(500)}[)]){1000}`]],
    ['hidden in classes', Array(2).fill(`[${'a'.repeat(60_000)}]`)],
    ['in many places of a match at once', Array(3).fill('a.{900}x')],
  ])('is rejected with patterns that are too expensive: %s', (_, patterns) => {
    expect(refusal(CrawlRequest, { url, includePaths: patterns }).message).toContain('patterns are too large');
    expect(refusal(CrawlRequest, { url, excludePaths: patterns }).message).toContain('patterns are too large');
  });

  it('is accepted with common patterns', () => {
    const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
    const includePaths = [...Array(100).fill('^/(?:blog|news)/\\d{4}/\\d{2}/'), uuid, uuid];
    expect(readWire(CrawlRequest, { url, includePaths }).includePaths).toHaveLength(102);
  });

  it('requires only a URL', () => {
    const spec = toCrawlSpec(readWire(CrawlRequest, { url }), url);
    expect(spec).toEqual({
      url,
      scope: crawlScope({ crawlEntireDomain: false }),
      sitemap: 'include',
      limit: 10_000,
      ignoreRobotsTxt: false,
      scrape: toScrapeSpec(readWire(ScrapeRequest, { url })),
    });
  });

  it.each<[string, object]>([
    ['maxDepth: Unrecognized key', { maxDepth: 1 }],
    ['ignoreSitemap: Unrecognized key', { ignoreSitemap: true }],
    ['allowBackwardLinks: Unrecognized key', { allowBackwardLinks: true }],
    ['scrapeOptions.zeroDataRetention: Unrecognized key', { scrapeOptions: { zeroDataRetention: false } }],
    ['scrapeOptions.waitFor: waitFor must not exceed', { scrapeOptions: { waitFor: 2, timeout: 3 } }],
    ['limit: Must ', { limit: 0 }],
    ['limit: Must be ', { limit: 1.5 }],
    ['maxDiscoveryDepth: Must ', { maxDiscoveryDepth: -1 }],
    ['maxConcurrency: Must ', { maxConcurrency: 0 }],
    ['delay: Must ', { delay: 0 }],
    ['delay: Must ', { delay: 61 }],
    ['sitemap: Must be ', { sitemap: 'always' }],
    ['prompt: Must have at most 10000 characters, not 10001', { prompt: 'x'.repeat(10_001) }],
    ['webhook.url: Must be an absolute http or https URL', { webhook: { url: 'ftp://x.example' } }],
    ['webhook: Must be an absolute http or https URL', { webhook: 'x' }],
    ['webhook.secret: Unrecognized key', { webhook: { url, secret: 'x' } }],
    ['webhook.headers.X-Firecrawl-Signature: Is set', { webhook: { url, headers: { 'X-Firecrawl-Signature': 'x' } } }],
    ['webhook.headers.webhook-id: Is set by the service', { webhook: { url, headers: { 'webhook-id': 'x' } } }],
    ['webhook.headers.Host: Is set by the service', { webhook: { url, headers: { Host: 'x' } } }],
    ['webhook.headers.Content-Type: Is always', { webhook: { url, headers: { 'Content-Type': 'text/plain' } } }],
    [
      'webhook.metadata.a: Must have at most 65536 characters, not 70000',
      { webhook: { url, metadata: { a: 'x'.repeat(70_000) } } },
    ],
    ['webhook.events.0: Must be ', { webhook: { url, events: ['finished'] } }],
    ['webhook.metadata.a: Must be ', { webhook: { url, metadata: { a: 1 } } }],
    ['includePaths.0: Must be ', { includePaths: [1] }],
  ])('is rejected with "%s"', (text, body) => {
    expect(refusal(CrawlRequest, { url, ...body }).message).toContain(text);
  });

  it('ignores an empty prompt', () => {
    expect(readWire(CrawlRequest, { url, prompt: '' }).prompt).toBe('');
  });

  it.each<[string, unknown, object]>([
    [
      'a string',
      `${url}/hook`,
      {
        url: `${url}/hook`,
        headers: {},
        metadata: {},
        events: ['started', 'page', 'completed', 'failed'],
      },
    ],
    [
      'an object without events',
      { url },
      { url, headers: {}, metadata: {}, events: ['started', 'page', 'completed', 'failed'] },
    ],
    [
      'an object with the cancelled event',
      { url, events: ['completed', 'crawl.cancelled'] },
      { url, headers: {}, metadata: {}, events: ['completed', 'cancelled'] },
    ],
    [
      'an object with full event names',
      { url, headers: { a: 'b' }, metadata: { c: 'd' }, events: ['crawl.page', 'page', 'completed'] },
      { url, headers: { a: 'b' }, metadata: { c: 'd' }, events: ['page', 'completed'] },
    ],
  ])('accepts a webhook as %s', (_, webhook, spec) => {
    expect(toWebhookSpec(readWire(CrawlRequest, { url, webhook }).webhook)).toEqual(spec);
  });
});

describe('a v2 batch', () => {
  it('ignores invalid URLs by default and has scrape options at the top level', () => {
    const batch = readWire(BatchRequest, { urls: [url], formats: ['html'], maxConcurrency: 2 });
    expect(batch.ignoreInvalidURLs).toBe(true);
    expect(toScrapeSpec(batch).formats).toEqual([{ type: 'html' }]);
  });

  it.each<[string, object]>([
    ['urls: Must ', { urls: [] }],
    ['urls.0: Must be ', { urls: [1] }],
    ['appendToId: Must be a UUID', { urls: [url], appendToId: 'x' }],
    ['url: Unrecognized key', { urls: [url], url }],
  ])('is rejected with "%s"', (text, body) => {
    expect(refusal(BatchRequest, body).message).toContain(text);
  });
});
