/** An operation of the playground. Its fields are those of the API document. */
export interface PlaygroundOperation {
  id: string;
  label: string;
  path: string;
  /** Names of the fields that are always shown, in order. */
  main: readonly string[];
  /** The response contains the id of a job. */
  startsJob: boolean;
  /** The request is a form with a file. */
  isUpload?: boolean;
  start: Record<string, unknown>;
}

export const operations: readonly PlaygroundOperation[] = [
  {
    id: 'scrape',
    label: 'Scrape',
    path: '/v2/scrape',
    main: ['url', 'formats', 'onlyMainContent'],
    startsJob: false,
    start: { url: 'http://welcome.orbweaver.internal', formats: ['markdown'] },
  },
  {
    id: 'crawl',
    label: 'Crawl',
    path: '/v2/crawl',
    main: ['url', 'limit', 'includePaths', 'excludePaths', 'maxDiscoveryDepth', 'sitemap', 'scrapeOptions'],
    startsJob: true,
    start: { url: 'http://welcome.orbweaver.internal', limit: 100 },
  },
  {
    id: 'batch',
    label: 'Batch',
    path: '/v2/batch/scrape',
    main: ['urls', 'formats', 'ignoreInvalidURLs'],
    startsJob: true,
    start: { urls: ['http://welcome.orbweaver.internal'], formats: ['markdown'] },
  },
  {
    id: 'map',
    label: 'Map',
    path: '/v2/map',
    main: ['url', 'search', 'limit', 'includeSubdomains', 'sitemap'],
    startsJob: false,
    start: { url: '' },
  },
  {
    id: 'search',
    label: 'Search',
    path: '/v2/search',
    main: ['query', 'limit', 'sources', 'scrapeOptions'],
    startsJob: false,
    start: { query: '', limit: 5 },
  },
  {
    id: 'extract',
    label: 'Extract',
    path: '/v2/extract',
    main: ['urls', 'prompt', 'schema', 'showSources'],
    startsJob: true,
    start: { urls: [], prompt: '', showSources: true },
  },
  {
    id: 'parse',
    label: 'Parse',
    path: '/v2/parse',
    main: ['formats', 'onlyMainContent'],
    startsJob: false,
    isUpload: true,
    start: { formats: ['markdown'] },
  },
];

export const operationOf = (id: string): PlaygroundOperation =>
  operations.find((one) => one.id === id) ?? operations[0]!;
