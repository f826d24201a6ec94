import type { z } from 'zod';
import { readWire } from '../src/errors/read-wire';
import { readUrlsQuery } from '../src/explain/list-urls';
import { readPaging } from '../src/jobs/read-paging';
import { mapV1 } from '../src/v1/map';
import * as v1 from '../src/v1/requests';
import { mapV2 } from '../src/v2/map';
import * as v2 from '../src/v2/requests';
import { readDeliveriesQuery } from '../src/webhooks/list-deliveries';
import { RedeliverRequest } from '../src/wire/webhook-deliveries';

const url = 'https://example.com';
/** A confidential value, which errors must not repeat. */
export const SECRET = 'hunter2';

/** Parses a valid request with the given fields. */
const body = (schema: z.ZodType, complete: object) => (fields: object) =>
  readWire(schema, JSON.parse(JSON.stringify({ ...complete, ...fields })));

export const places = {
  'v1 scrape': body(v1.ScrapeRequest, { url }),
  'v2 scrape': body(v2.ScrapeRequest, { url }),
  'v1 batch': body(v1.BatchRequest, { urls: [url] }),
  'v2 batch': body(v2.BatchRequest, { urls: [url] }),
  'v1 crawl': body(v1.CrawlRequest, { url }),
  'v2 crawl': body(v2.CrawlRequest, { url }),
  'v1 map': body(mapV1.MapRequest, { url }),
  'v2 map': body(mapV2.MapRequest, { url }),
  preview: body(v2.CrawlPreviewRequest, { url, urls: [url] }),
  redeliver: body(RedeliverRequest, { jobId: '3f2b8c1e-5d6a-4b7c-8e9f-0a1b2c3d4e5f' }),
  status: (query: object) => readPaging(query as Record<string, unknown>),
  deliveries: (query: object) => readDeliveriesQuery(query as Record<string, unknown>),
  urls: (query: object) => readUrlsQuery(query as Record<string, unknown>),
};
export type RequestPlace = keyof typeof places;

const V2_FORMATS =
  'markdown, html, rawHtml, links, images, summary, branding, screenshot, json, changeTracking and attributes';
const DOCS = 'see the API documentation of this version at /docs';

/** The start of the list of allowed keys. */
const KEYS = {
  'v1 scrape': 'url, formats, onlyMainContent, includeTags, excludeTags, headers, waitFor, mobile, timeout and 19 more',
  'v2 scrape': 'url, formats, onlyMainContent, includeTags, excludeTags, headers, waitFor, mobile, timeout and 24 more',
  'v1 batch': 'urls, appendToId, webhook, expiresInHours, maxConcurrency, ignoreInvalidURLs, formats and 25 more',
  'v2 batch': 'urls, appendToId, webhook, expiresInHours, maxConcurrency, ignoreInvalidURLs, formats and 31 more',
  'scrapeOptions of v2':
    'formats, onlyMainContent, includeTags, excludeTags, headers, waitFor, mobile, timeout, location and 20 more',
};

/** Request, invalid fields, and the error. */
export const sentences: [RequestPlace, object, string][] = [
  ['v2 scrape', { url: undefined }, 'url is required'],
  ['v2 scrape', { url: 1 }, 'url: Must be a string, not 1'],
  ['v1 scrape', { timeout: '1000' }, 'timeout: Must be an integer from 1 to 300000, not "1000"'],
  ['v1 scrape', { timeout: 300_001 }, 'timeout: Must be an integer from 1 to 300000, not 300001'],
  ['v2 scrape', { maxAge: 0.5 }, 'maxAge: Must be an integer of at least 0, not 0.5'],
  ['v2 scrape', { mobile: 'yes' }, 'mobile: Must be true or false, not "yes"'],
  ['v2 scrape', { onlyMainContent: null }, 'onlyMainContent: Must be true or false, not null'],
  ['v2 scrape', { includeTags: 'p' }, 'includeTags: Must be a list, not "p"'],
  ['v2 scrape', { headers: [] }, 'headers: Must be an object, not a list'],
  ['v2 scrape', { headers: { 'x-a': 1 } }, 'headers.x-a: Must be a string, not 1'],
  ['v2 scrape', { proxy: 'fast' }, 'proxy: Must be one of basic, stealth, auto or enhanced, not "fast"'],
  [
    'v2 scrape',
    { location: { languages: ['en_US'] } },
    'location.languages.0: Must be a language tag such as en-US, not "en_US"',
  ],
  [
    'v1 scrape',
    { location: { country: 'Norway' } },
    'location.country: Invalid country code "Norway". Use an ISO 3166-1 alpha-2 code such as DE',
  ],
  [
    'v2 scrape',
    { location: { country: 'uk' } },
    'location.country: Invalid country code "uk". Use an ISO 3166-1 alpha-2 code such as GB',
  ],
  [
    'v2 scrape',
    { formats: ['product'] },
    `formats.0: The format product is not available in this installation. Available: ${V2_FORMATS}`,
  ],
  [
    'v2 crawl',
    { scrapeOptions: { formats: ['markdown', { type: 'audio' }] } },
    `scrapeOptions.formats.1.type: The format audio is not available in this installation. Available: ${V2_FORMATS}`,
  ],
  ['v2 batch', { formats: ['text'] }, `formats.0: Must be one of ${V2_FORMATS.replace(' and ', ' or ')}, not "text"`],
  [
    'v2 scrape',
    { formats: ['attributes'] },
    'formats.0: attributes needs an object: {"type": "attributes", "selectors": […]}',
  ],
  ['v2 scrape', { formats: [7] }, 'formats.0: Must be a string or an object, not 7'],
  ['v2 scrape', { formats: 'markdown' }, 'formats: Must be a list, not "markdown"'],
  [
    'v2 scrape',
    { formats: ['screenshot@fullPage'] },
    'formats.0: In v2, replace screenshot@fullPage by {"type": "screenshot", "fullPage": true}',
  ],
  ['v2 scrape', { formats: [{ type: 'html', x: 1 }] }, `formats.0.x: Unrecognized key, allowed: type; ${DOCS}`],
  ['v1 scrape', { formats: ['images'] }, 'formats.0: The format images requires v2'],
  [
    'v2 scrape',
    { formats: [{ type: 'screenshot', quality: 500, viewport: { width: 0 } }] },
    'formats.0.quality: Must be a number from 1 to 100, not 500. formats.0.viewport.width: Must be an integer from 1 to 7680, not 0. formats.0.viewport.height is required',
  ],
  [
    'v2 scrape',
    { parsers: ['image'] },
    'parsers.0: The parser image is not available in this installation. Available: pdf',
  ],
  [
    'v2 scrape',
    { parsers: [{ type: 'pdf', maxPages: 0 }] },
    'parsers.0.maxPages: Must be an integer from 1 to 10000, not 0',
  ],
  [
    'v1 batch',
    { actions: [{ type: 'fly' }] },
    'actions.0.type: Must be one of wait, click, write, press, scroll, scrape, executeJavascript, pdf or screenshot, not "fly"',
  ],
  [
    'v2 scrape',
    { actions: [{ type: 'wait' }] },
    "actions.0: Either 'milliseconds' or 'selector' must be provided, but not both.",
  ],
  [
    'v2 scrape',
    { actions: [{ type: 'wiat', milliseconds: 1 }] },
    'actions.0.type: Must be one of wait, click, write, press, scroll, scrape, executeJavascript, pdf or screenshot, not "wiat"; did you mean wait?',
  ],
  [
    'v2 scrape',
    { actions: [{ type: 'wait', miliseconds: 1 }] },
    "actions.0: Either 'milliseconds' or 'selector' must be provided, but not both. actions.0.miliseconds: Unrecognized key, did you mean milliseconds?",
  ],
  [
    'v1 scrape',
    { actions: [{ type: 'click', Selector: 'a', al: true, text: 'x', other: 1 }] },
    'actions.0.selector is required. actions.0.Selector, actions.0.al: Unrecognized keys, did you mean selector and all?',
  ],
  [
    'v2 crawl',
    { scrapeOptions: { actions: [{ type: 'scroll', direction: 'donw' }, { typ: 'pdf' }] } },
    'scrapeOptions.actions.0.direction: Must be up or down, not "donw"; did you mean down? scrapeOptions.actions.1.type is required: one of wait, click, write, press, scroll, scrape, executeJavascript, pdf or screenshot (1 more in details)',
  ],
  [
    'v2 scrape',
    { formats: ['markdwon'] },
    `formats.0: Must be one of ${V2_FORMATS.replace(' and ', ' or ')}, not "markdwon"; did you mean markdown?`,
  ],
  [
    'v1 scrape',
    { formats: ['raw_html'] },
    'formats.0: Must be one of markdown, html, rawHtml, links, screenshot, screenshot@fullPage, json, extract, changeTracking, summary or branding, not "raw_html"; did you mean rawHtml?',
  ],
  [
    'v2 scrape',
    { formats: [{ type: 'Screenshot' }] },
    `formats.0.type: Must be one of ${V2_FORMATS.replace(' and ', ' or ')}, not "Screenshot"; did you mean screenshot?`,
  ],
  [
    'v2 scrape',
    { proxy: 'stelth', timeout: 0 },
    'timeout: Must be an integer from 1 to 300000, not 0. proxy: Must be one of basic, stealth, auto or enhanced, not "stelth"; did you mean stealth?',
  ],
  [
    'v2 scrape',
    { location: { contry: 'DE', country: 5 } },
    'location.country: Must be a string, not 5. location.contry: Unrecognized key, did you mean country?',
  ],
  [
    'v2 scrape',
    { url: undefined, ulr: url },
    `url is required. ulr: Unrecognized key, did you mean url? Allowed: ${KEYS['v2 scrape']}; ${DOCS}`,
  ],
  [
    'v2 batch',
    { webhook: { url, events: ['complete'] } },
    'webhook.events.0: Must be one of started, page, completed, failed or cancelled, optionally with the prefix "crawl." or "batch_scrape.", not "complete"; did you mean completed?',
  ],
  ['v2 scrape', { minAge: 1000 }, 'minAge: Reading only from the cache is not available in this installation'],
  [
    'v2 scrape',
    { redactPII: { mode: 'fast' } },
    'redactPII: Redacting personal data is not available in this installation',
  ],
  [
    'v2 scrape',
    { threatProtection: { mode: 'normal' } },
    'threatProtection.mode: Threat protection is not available in this installation',
  ],
  ['v2 scrape', { parsePDF: true }, `parsePDF: Unrecognized key, use parsers in v2; ${DOCS}`],
  ['v2 crawl', { sitemap: 'skip', maxDepth: 2 }, `maxDepth: Unrecognized key, use maxDiscoveryDepth in v2; ${DOCS}`],
  ['v1 scrape', { parsers: [] }, `parsers: Unrecognized key, use parsePDF in v1; ${DOCS}`],
  ['v1 crawl', { sitemap: 'skip' }, `sitemap: Unrecognized key, use ignoreSitemap in v1; ${DOCS}`],
  [
    'v1 crawl',
    { scrapeOptions: { parsers: [] } },
    `scrapeOptions.parsers: Unrecognized key, use parsePDF in v1; ${DOCS}`,
  ],
  ...(['v1 scrape', 'v2 scrape', 'v1 batch', 'v2 batch'] as const).flatMap((place) =>
    ['maxDepth', 'sitemap', 'ignoreSitemap', 'allowBackwardLinks'].map((key): [RequestPlace, object, string] => [
      place,
      { [key]: 1 },
      `${key}: Unrecognized key, allowed: ${KEYS[place]}; ${DOCS}`,
    ]),
  ),
  [
    'v2 crawl',
    { scrapeOptions: { maxDepth: 2 } },
    `scrapeOptions.maxDepth: Unrecognized key, allowed: ${KEYS['scrapeOptions of v2']}; ${DOCS}`,
  ],
  ...(['format', 'Formats', 'for_mats', 'fromats'] as const).map((key): [RequestPlace, object, string] => [
    'v2 scrape',
    { [key]: [] },
    `${key}: Unrecognized key, did you mean formats? Allowed: ${KEYS['v2 scrape']}; ${DOCS}`,
  ]),
  [
    'v1 scrape',
    { wait_for: 1, only_main_content: true, nonsense: 1 },
    `wait_for, only_main_content, nonsense: Unrecognized keys, did you mean waitFor and onlyMainContent? Allowed: ${KEYS['v1 scrape']}; ${DOCS}`,
  ],
  ['v2 crawl', { formats: ['html'] }, `formats: Unrecognized key, in a crawl it belongs in scrapeOptions; ${DOCS}`],
  [
    'v2 crawl',
    { maxDepth: 2, ignoreSitemap: true },
    `maxDepth, ignoreSitemap: Unrecognized keys, maxDepth: use maxDiscoveryDepth in v2, ignoreSitemap: use sitemap in v2; ${DOCS}`,
  ],
  [
    'v2 scrape',
    { parsePDF: true, formts: [] },
    `parsePDF, formts: Unrecognized keys, parsePDF: use parsers in v2, did you mean formats? Allowed: ${KEYS['v2 scrape']}; ${DOCS}`,
  ],
  ['v2 scrape', { one: 1, two: 2 }, `one, two: Unrecognized keys, allowed: ${KEYS['v2 scrape']}; ${DOCS}`],
  ['v2 crawl', { limit: 0 }, 'limit: Must be an integer from 1 to 2147483647, not 0'],
  ['v1 map', { limit: 30_001 }, 'limit: Must be an integer from 1 to 30000, not 30001'],
  ['v2 map', { limit: 100_001 }, 'limit: Must be an integer from 1 to 100000, not 100001'],
  ['v2 crawl', { delay: 0 }, 'delay: Must be a number above 0 and up to 60, not 0'],
  ['v2 crawl', { sitemap: 'maybe' }, 'sitemap: Must be one of include, skip or only, not "maybe"'],
  ['v1 crawl', { webhook: 'nowhere' }, 'webhook: Must be an absolute http or https URL, not "nowhere"'],
  ['v1 crawl', { webhook: true }, 'webhook: Must be a string or an object, not true'],
  [
    'v2 batch',
    { webhook: { url, events: ['finished'] } },
    'webhook.events.0: Must be one of started, page, completed, failed or cancelled, optionally with the prefix "crawl." or "batch_scrape.", not "finished"',
  ],
  [
    'v2 batch',
    { webhook: { url, secret: SECRET } },
    `webhook.secret: Unrecognized key, allowed: url, headers, metadata and events; ${DOCS}`,
  ],
  ['v2 batch', { urls: [] }, 'urls: Must not be empty'],
  ['v2 batch', { urls: [url, null] }, 'urls.1: Must be a string, not null'],
  ['v2 batch', { appendToId: 'x' }, 'appendToId: Must be a UUID, not "x"'],
  ['preview', { urls: [{ url, depth: -1 }] }, 'urls.0.depth: Must be an integer from 0 to 2147483647, not -1'],
  ['redeliver', { states: ['lost'] }, 'states.0: Must be one of pending, delivered or dead, not "lost"'],
  ['status', { skip: '-1' }, 'Invalid pagination: skip: Must be an integer of at least 0, not "-1"'],
  ['status', { limit: '2000' }, 'Invalid pagination: limit: Must be an integer from 1 to 1000, not "2000"'],
  ['deliveries', { jobId: '' }, 'jobId: Must not be empty; omit the parameter instead'],
  ['deliveries', { page: '2' }, `page: Unrecognized key, allowed: jobId, state, limit and after; ${DOCS}`],
  ['urls', { state: 'visited' }, 'state: Must be one of queued, leased, done, failed or skipped, not "visited"'],
];

const optionFaults: object[] = [
  ...['product', 'menu', 'audio', 'video', 'question', 'highlights', 'query', 'deterministicJson', 'rawBase64'].flatMap(
    (name) => [{ formats: [name] }, { formats: [{ type: name }] }],
  ),
  { formats: [{}] },
  { formats: [['markdown']] },
  { formats: Array(101).fill('markdown') },
  { formats: [{ type: 'json', schema: [] }] },
  { formats: ['x'.repeat(5000)] },
  { waitFor: {} },
  { waitFor: 8000, timeout: 15_000 },
  { headers: { 'a b': 'x' } },
  { headers: { Cookie: `${SECRET}\n` } },
  { headers: { ['x'.repeat(5000)]: 1 } },
  { actions: 'click' },
  { actions: [null] },
  { actions: [{ type: 'write', text: { [SECRET]: 1 } }] },
  { actions: [{ type: 'executeJavascript', script: 5 }] },
  { actions: [{ type: 'pdf', scale: 3 }] },
  { actions: [{ type: 'pdf', format: 'B5' }] },
  { actions: [{ type: 'scroll', direction: 'left' }] },
  { actions: Array(51).fill({ type: 'scrape' }) },
  { excludeTags: [null] },
  { location: 'DE' },
  { location: { country: 5 } },
  { integration: 'N8N' },
  { useMock: 1 },
  { ['y'.repeat(5000)]: 1 },
  Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`unknown-${key}`, 1])),
];

/** Further faults, for the rules that all messages follow. */
export const faults: [RequestPlace, object][] = [
  ...sentences.map(([place, fields]): [RequestPlace, object] => [place, fields]),
  ...optionFaults.flatMap((fields): [RequestPlace, object][] => [
    ['v1 scrape', fields],
    ['v2 batch', fields],
    ['v2 crawl', { scrapeOptions: fields }],
  ]),
  ['v1 scrape', { agent: { model: 'FIRE-1' } }],
  ['v1 scrape', { formats: ['json'], jsonOptions: { schema: 5 } }],
  ['v1 scrape', { jsonOptions: [] }],
  ['v1 batch', { changeTrackingOptions: { modes: ['diff'] } }],
  ['v2 scrape', { profile: { name: 'x' } }],
  ['v2 scrape', { lockdown: true }],
  ['v2 scrape', { auditMetadata: { username: SECRET } }],
  ['v2 scrape', { domainTools: true }],
  ['v2 crawl', { prompt: 5 }],
  ['v2 crawl', { includePaths: [['a']] }],
  ['v2 crawl', { robotsUserAgent: 'a\nb' }],
  ['v2 crawl', { scrapeOptions: 'markdown' }],
  ['v1 crawl', { maxDepth: '3' }],
  ['v1 crawl', { webhook: { headers: { authorization: SECRET } } }],
  ['v1 crawl', { webhook: { url, headers: { Host: SECRET } } }],
  ['v1 crawl', { webhook: { url: `ftp://me:${SECRET}@example.com/?${SECRET}` } }],
  ['v1 crawl', { webhook: { url, metadata: { note: [SECRET] } } }],
  ['preview', { urls: [{}] }],
  ['preview', { urls: [{ url, foundOn: 'x' }] }],
  ['preview', { urls: Array(1001).fill(url) }],
  ['redeliver', { jobId: 'x' }],
  ['redeliver', { states: [] }],
  ['status', { limit: ['1', '2'] }],
  ['urls', { after: '2147483648' }],
  ['urls', { reason: 'unknown' }],
  ['deliveries', { state: 'lost', limit: '0' }],
];
