/** What the playground offers. The fields are those of the API document; `main` names those that are always shown. */
export interface Operation {
  id: string;
  label: string;
  path: string;
  /** Names of fields, in order. */
  main: readonly string[];
  /** A job: the answer leads to its page. */
  startsJob: boolean;
  /** The request is a form with a file. */
  isUpload?: boolean;
  start: Record<string, unknown>;
}

export const operations: readonly Operation[] = [
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
    id: 'parse',
    label: 'Parse',
    path: '/v2/parse',
    main: ['formats', 'onlyMainContent'],
    startsJob: false,
    isUpload: true,
    start: { formats: ['markdown'] },
  },
];

export const operationOf = (id: string): Operation => operations.find((one) => one.id === id) ?? operations[0]!;
