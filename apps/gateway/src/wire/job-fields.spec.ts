import { crawlPlaces, everywhere, jobPlaces, judgeRequest, requestPlaces } from '../../test/wire-places';

const url = 'https://example.com';
const hook = 'https://hooks.example/in';

describe('origin and integration of a request', () => {
  it.each<object>([
    { origin: '' },
    { origin: 'mcp-fork@1' },
    ...['dify', 'zapier', 'pipedream', 'raycast', 'langchain', 'crewai', 'llamaindex', 'n8n', 'camelai', 'make'].map(
      (integration) => ({ integration }),
    ),
    ...['flowise', 'metagpt', 'relevanceai', '_custom', '_'].map((integration) => ({ integration })),
  ])('is accepted: %j', (fields) => {
    expect(judgeRequest(requestPlaces, fields)).toEqual(everywhere(requestPlaces, undefined));
  });

  it.each<[object, string]>([
    [{ integration: 'N8N' }, 'integration: Invalid enum value'],
    [{ integration: '' }, 'integration: Invalid enum value'],
    [{ integration: null }, 'integration: Must be '],
    [{ integration: 1 }, 'integration: Must be '],
    [{ origin: 1 }, 'origin: Must be '],
    [{ origin: null }, 'origin: Must be '],
  ])('is rejected: %j with "%s"', (fields, text) => {
    expect(judgeRequest(requestPlaces, fields)).toEqual(everywhere(requestPlaces, expect.stringContaining(text)));
  });
});

describe('a job', () => {
  it.each<object>([
    { maxConcurrency: 1 },
    { maxConcurrency: 100 },
    { webhook: hook },
    { webhook: { url: hook } },
    { webhook: { url: hook, headers: { 'x-a': 'b' }, metadata: { a: 'b' }, events: [] } },
    { webhook: { url: hook, events: ['started', 'page', 'completed', 'failed', 'cancelled'] } },
    { webhook: { url: hook, events: ['crawl.page', 'batch_scrape.page'] } },
  ])('is accepted with %j', (fields) => {
    expect(judgeRequest(jobPlaces, fields)).toEqual(everywhere(jobPlaces, undefined));
  });

  it.each<[object, string]>([
    [{ maxConcurrency: 0 }, 'maxConcurrency: Must '],
    [{ maxConcurrency: -1 }, 'maxConcurrency: Must '],
    [{ maxConcurrency: 1.5 }, 'maxConcurrency: Must be '],
    [{ maxConcurrency: '5' }, 'maxConcurrency: Must be '],
    [{ maxConcurrency: null }, 'maxConcurrency: Must be '],
    [{ webhook: '' }, 'webhook: Must be an absolute http or https URL'],
    [{ webhook: 'hooks.example/in' }, 'webhook: Must be an absolute http or https URL'],
    [{ webhook: null }, 'webhook: Must be '],
    [{ webhook: {} }, 'webhook.url is required'],
    [{ webhook: { url: 1 } }, 'webhook.url: Must be '],
    [{ webhook: { url: hook, headers: { a: 1 } } }, 'webhook.headers.a: Must be '],
    [{ webhook: { url: hook, headers: ['a'] } }, 'webhook.headers: Must be '],
    [{ webhook: { url: hook, metadata: { a: 1 } } }, 'webhook.metadata.a: Must be '],
    [{ webhook: { url: hook, metadata: 'a' } }, 'webhook.metadata: Must be '],
    [{ webhook: { url: hook, events: 'page' } }, 'webhook.events: Must be '],
    [{ webhook: { url: hook, events: ['done'] } }, 'webhook.events.0: Must be '],
    [{ webhook: { url: hook, method: 'PUT' } }, 'webhook.method: Unrecognized key'],
    [{ zeroDataRetention: 'yes' }, 'zeroDataRetention: Must be '],
    [{ zeroDataRetention: null }, 'zeroDataRetention: Must be '],
  ])('is rejected with %j: "%s"', (fields, text) => {
    expect(judgeRequest(jobPlaces, fields)).toEqual(everywhere(jobPlaces, expect.stringContaining(text)));
  });
});

describe('a batch', () => {
  const places = jobPlaces.filter(({ name }) => name.endsWith('batch'));

  it.each<[object, string | undefined]>([
    [{ urls: [url, url] }, undefined],
    [{ urls: ['not a url'] }, undefined],
    [{ appendToId: '3c6b9a5e-7d0c-4a43-9a0d-0a6d5d0c8f11' }, undefined],
    [{ ignoreInvalidURLs: true }, undefined],
    [{ ignoreInvalidURLs: false }, undefined],
    [{ urls: undefined }, 'urls is required'],
    [{ urls: [] }, 'urls: Must '],
    [{ urls: url }, 'urls: Must be '],
    [{ urls: [null] }, 'urls.0: Must be '],
    [{ appendToId: 'x' }, 'appendToId: Must be a UUID'],
    [{ appendToId: null }, 'appendToId: Must be '],
    [{ ignoreInvalidURLs: 'true' }, 'ignoreInvalidURLs: Must be '],
    [{ scrapeOptions: {} }, 'scrapeOptions: Unrecognized key'],
    [{ limit: 1 }, 'limit: Unrecognized key'],
  ])('validates a batch with %j with the error %s', (fields, text) => {
    const answer = text === undefined ? undefined : expect.stringContaining(text);
    expect(judgeRequest(places, fields)).toEqual(everywhere(places, answer));
  });
});

const crawlSwitches = [
  'regexOnFullURL',
  'ignoreQueryParameters',
  'deduplicateSimilarURLs',
  'allowExternalLinks',
  'allowSubdomains',
  'ignoreRobotsTxt',
  'crawlEntireDomain',
];

describe('a crawl', () => {
  it.each<object>([
    ...crawlSwitches.flatMap((field) => [{ [field]: true }, { [field]: false }]),
    { limit: 1 },
    { limit: 10_000_000 },
    { maxDiscoveryDepth: 0 },
    { delay: 0.001 },
    { delay: 60 },
    { includePaths: [], excludePaths: [] },
    { includePaths: ['^/blog/.*$', 'blog/*'], excludePaths: ['\\.pdf$'] },
    { robotsUserAgent: 'MyBot/1.0' },
    { scrapeOptions: {} },
  ])('is accepted with %j', (fields) => {
    expect(judgeRequest(crawlPlaces, fields)).toEqual(everywhere(crawlPlaces, undefined));
  });

  it.each<[object, string]>([
    ...crawlSwitches.flatMap((field) =>
      ['true', 1, null].map((value): [object, string] => [{ [field]: value }, `${field}: Must be `]),
    ),
    [{ url: undefined }, 'url is required'],
    [{ url: null }, 'url: Must be '],
    [{ url: [url] }, 'url: Must be '],
    [{ limit: 0 }, 'limit: Must '],
    [{ limit: -1 }, 'limit: Must '],
    [{ limit: 1.5 }, 'limit: Must be '],
    [{ limit: '10' }, 'limit: Must be '],
    [{ limit: 1e12 }, 'limit: Must '],
    [{ maxDiscoveryDepth: -1 }, 'maxDiscoveryDepth: Must '],
    [{ maxDiscoveryDepth: 0.5 }, 'maxDiscoveryDepth: Must be '],
    [{ delay: 0 }, 'delay: Must '],
    [{ delay: -1 }, 'delay: Must '],
    [{ delay: '1' }, 'delay: Must be '],
    [{ includePaths: '^/blog' }, 'includePaths: Must be '],
    [{ excludePaths: [null] }, 'excludePaths.0: Must be '],
    [{ robotsUserAgent: '' }, 'robotsUserAgent: Must '],
    [{ robotsUserAgent: 'a\r\nb' }, 'robotsUserAgent: Must be printable ASCII'],
    [{ scrapeOptions: null }, 'scrapeOptions: Must be '],
    [{ scrapeOptions: { url } }, 'scrapeOptions.url: Unrecognized key'],
    [{ scrapeOptions: { origin: 'x' } }, 'scrapeOptions.origin: Unrecognized key'],
    [{ scrapeOptions: { zeroDataRetention: false } }, 'scrapeOptions.zeroDataRetention: Unrecognized key'],
    [{ formats: ['html'] }, 'formats: Unrecognized key'],
    [{ urls: [url] }, 'urls: Unrecognized key'],
  ])('is rejected with %j: "%s"', (fields, text) => {
    expect(judgeRequest(crawlPlaces, fields)).toEqual(everywhere(crawlPlaces, expect.stringContaining(text)));
  });

  it.each<[string, object]>([
    ['v1', { maxDepth: 0 }],
    ['v1', { maxDepth: 3 }],
    ['v1', { ignoreSitemap: true }],
    ['v1', { allowBackwardLinks: true }],
    ['v2', { sitemap: 'include' }],
    ['v2', { sitemap: 'skip' }],
    ['v2', { sitemap: 'only' }],
    ['v2', { prompt: ' ' }],
  ])('accepts in %s only: %j', (version, fields) => {
    const { [`${version} crawl`]: own, ...other } = judgeRequest(crawlPlaces, fields);
    expect(own).toBeUndefined();
    expect(Object.values(other)).toEqual([expect.stringContaining('Unrecognized key')]);
  });
});
