import { crawlPlaces, everywhere, jobPlaces, judge, requestPlaces } from '../testing/wire-places';

const url = 'https://example.com';
const hook = 'https://hooks.example/in';

describe('who sends a request', () => {
  it.each<object>([
    { origin: '' },
    { origin: 'mcp-fork@1' },
    ...['dify', 'zapier', 'pipedream', 'raycast', 'langchain', 'crewai', 'llamaindex', 'n8n', 'camelai', 'make'].map(
      (integration) => ({ integration }),
    ),
    ...['flowise', 'metagpt', 'relevanceai', '_custom', '_'].map((integration) => ({ integration })),
  ])('may say so: %j', (fields) => {
    expect(judge(requestPlaces, fields)).toEqual(everywhere(requestPlaces, undefined));
  });

  it.each<[object, string]>([
    [{ integration: 'N8N' }, 'integration: Invalid enum value'],
    [{ integration: '' }, 'integration: Invalid enum value'],
    [{ integration: null }, 'integration: Invalid input'],
    [{ integration: 1 }, 'integration: Invalid input'],
    [{ origin: 1 }, 'origin: Invalid input'],
    [{ origin: null }, 'origin: Invalid input'],
  ])('may not say %j', (fields, text) => {
    expect(judge(requestPlaces, fields)).toEqual(everywhere(requestPlaces, expect.stringContaining(text)));
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
  ])('takes %j', (fields) => {
    expect(judge(jobPlaces, fields)).toEqual(everywhere(jobPlaces, undefined));
  });

  it.each<[object, string]>([
    [{ maxConcurrency: 0 }, 'maxConcurrency: Too small'],
    [{ maxConcurrency: -1 }, 'maxConcurrency: Too small'],
    [{ maxConcurrency: 1.5 }, 'maxConcurrency: Invalid input'],
    [{ maxConcurrency: '5' }, 'maxConcurrency: Invalid input'],
    [{ maxConcurrency: null }, 'maxConcurrency: Invalid input'],
    [{ webhook: '' }, 'webhook: Must be an absolute http or https URL'],
    [{ webhook: 'hooks.example/in' }, 'webhook: Must be an absolute http or https URL'],
    [{ webhook: null }, 'webhook: Invalid input'],
    [{ webhook: {} }, 'webhook.url is required'],
    [{ webhook: { url: 1 } }, 'webhook.url: Invalid input'],
    [{ webhook: { url: hook, headers: { a: 1 } } }, 'webhook.headers.a: Invalid input'],
    [{ webhook: { url: hook, headers: ['a'] } }, 'webhook.headers: Invalid input'],
    [{ webhook: { url: hook, metadata: { a: 1 } } }, 'webhook.metadata.a: Invalid input'],
    [{ webhook: { url: hook, metadata: 'a' } }, 'webhook.metadata: Invalid input'],
    [{ webhook: { url: hook, events: 'page' } }, 'webhook.events: Invalid input'],
    [{ webhook: { url: hook, events: ['done'] } }, 'webhook.events.0: Invalid option'],
    [{ webhook: { url: hook, method: 'PUT' } }, 'webhook.method: Unrecognized key'],
    [{ zeroDataRetention: 'yes' }, 'zeroDataRetention: Invalid input'],
    [{ zeroDataRetention: null }, 'zeroDataRetention: Invalid input'],
  ])('refuses %j with "%s"', (fields, text) => {
    expect(judge(jobPlaces, fields)).toEqual(everywhere(jobPlaces, expect.stringContaining(text)));
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
    [{ urls: [] }, 'urls: Too small'],
    [{ urls: url }, 'urls: Invalid input'],
    [{ urls: [null] }, 'urls.0: Invalid input'],
    [{ appendToId: 'x' }, 'appendToId: Invalid UUID'],
    [{ appendToId: null }, 'appendToId: Invalid input'],
    [{ ignoreInvalidURLs: 'true' }, 'ignoreInvalidURLs: Invalid input'],
    [{ scrapeOptions: {} }, 'scrapeOptions: Unrecognized key'],
    [{ limit: 1 }, 'limit: Unrecognized key'],
  ])('%j: %s', (fields, text) => {
    const answer = text === undefined ? undefined : expect.stringContaining(text);
    expect(judge(places, fields)).toEqual(everywhere(places, answer));
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
  ])('takes %j', (fields) => {
    expect(judge(crawlPlaces, fields)).toEqual(everywhere(crawlPlaces, undefined));
  });

  it.each<[object, string]>([
    ...crawlSwitches.flatMap((field) =>
      ['true', 1, null].map((value): [object, string] => [{ [field]: value }, `${field}: Invalid input`]),
    ),
    [{ url: undefined }, 'url is required'],
    [{ url: null }, 'url: Invalid input'],
    [{ url: [url] }, 'url: Invalid input'],
    [{ limit: 0 }, 'limit: Too small'],
    [{ limit: -1 }, 'limit: Too small'],
    [{ limit: 1.5 }, 'limit: Invalid input'],
    [{ limit: '10' }, 'limit: Invalid input'],
    [{ limit: 1e12 }, 'limit: Too big'],
    [{ maxDiscoveryDepth: -1 }, 'maxDiscoveryDepth: Too small'],
    [{ maxDiscoveryDepth: 0.5 }, 'maxDiscoveryDepth: Invalid input'],
    [{ delay: 0 }, 'delay: Too small'],
    [{ delay: -1 }, 'delay: Too small'],
    [{ delay: '1' }, 'delay: Invalid input'],
    [{ includePaths: '^/blog' }, 'includePaths: Invalid input'],
    [{ excludePaths: [null] }, 'excludePaths.0: Invalid input'],
    [{ robotsUserAgent: '' }, 'robotsUserAgent: Too small'],
    [{ robotsUserAgent: 'a\r\nb' }, 'robotsUserAgent: Printable ASCII only'],
    [{ scrapeOptions: null }, 'scrapeOptions: Invalid input'],
    [{ scrapeOptions: { url } }, 'scrapeOptions.url: Unrecognized key'],
    [{ scrapeOptions: { origin: 'x' } }, 'scrapeOptions.origin: Unrecognized key'],
    [{ scrapeOptions: { zeroDataRetention: false } }, 'scrapeOptions.zeroDataRetention: Unrecognized key'],
    [{ formats: ['html'] }, 'formats: Unrecognized key'],
    [{ urls: [url] }, 'urls: Unrecognized key'],
  ])('refuses %j with "%s"', (fields, text) => {
    expect(judge(crawlPlaces, fields)).toEqual(everywhere(crawlPlaces, expect.stringContaining(text)));
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
  ])('takes in %s alone %j', (version, fields) => {
    const { [`${version} crawl`]: own, ...other } = judge(crawlPlaces, fields);
    expect(own).toBeUndefined();
    expect(Object.values(other)).toEqual([expect.stringContaining('Unrecognized key')]);
  });
});
