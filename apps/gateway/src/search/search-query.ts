import type { SearchHit, SearchQuery } from '@orbweaver/search';
import type { SearchCategory, SearchSubmission } from '../wire/search-submission';

/** Sites of a category. `pdf` is an operator of search engines. */
const CATEGORY_SITES: Readonly<Record<Exclude<SearchCategory, 'pdf'>, readonly string[]>> = {
  github: ['github.com'],
  developer: ['github.com', 'gitlab.com', 'stackoverflow.com', 'developer.mozilla.org', 'npmjs.com', 'pypi.org'],
  research: [
    'arxiv.org',
    'biorxiv.org',
    'medrxiv.org',
    'nature.com',
    'science.org',
    'sciencedirect.com',
    'springer.com',
    'plos.org',
    'pubmed.ncbi.nlm.nih.gov',
    'pmc.ncbi.nlm.nih.gov',
    'semanticscholar.org',
    'ieee.org',
    'acm.org',
    'jstor.org',
  ],
};

const AGES: Readonly<Record<string, NonNullable<SearchQuery['within']>>> = {
  h: 'day',
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
};

type Asked = Pick<
  SearchSubmission,
  'query' | 'categories' | 'includeDomains' | 'excludeDomains' | 'tbs' | 'lang' | 'country'
>;

/** The query in the notation of search engines, and warnings of what it cannot express. */
export function buildQuery(asked: Asked): {
  query: Pick<SearchQuery, 'text' | 'language' | 'within'>;
  warnings: string[];
} {
  const { query, categories, includeDomains, excludeDomains, tbs, lang, country } = asked;
  const alternatives = [
    ...anySite(includeDomains),
    ...anyOf(categories.flatMap((category) => (category === 'pdf' ? ['filetype:pdf'] : sitesOf(category).map(site)))),
  ];
  const text = [query, ...alternatives, ...excludeDomains.map((domain) => `-${site(domain)}`)].join(' ');
  const language = country === undefined ? lang : `${(lang ?? 'en').split('-')[0]}-${country.toUpperCase()}`;
  const [, unit = '', count] = /^qdr:([hdwmy])(\d*)$/.exec(tbs ?? '') ?? [];
  const within = AGES[unit];
  const isExact = within !== undefined && unit !== 'h' && (count === '' || count === '1');
  return {
    query: { text, ...(language === undefined ? {} : { language }), ...(within === undefined ? {} : { within }) },
    warnings: tbs === undefined || isExact ? [] : [tbsWarning(tbs, within)],
  };
}

const tbsWarning = (tbs: string, within: string | undefined) =>
  within === undefined
    ? `tbs ${JSON.stringify(tbs.slice(0, 100))} was ignored. Supported: qdr:d, qdr:w, qdr:m, qdr:y.`
    : `tbs ${JSON.stringify(tbs)} was applied as one ${within}.`;

/** Keeps the hits that the query asked for: engines do not all support operators. */
export function isRequestedHit(hit: SearchHit, { includeDomains, excludeDomains, categories }: Asked): boolean {
  const host = new URL(hit.url).hostname;
  if (includeDomains.length > 0 && !includeDomains.some((domain) => isWithin(host, domain))) return false;
  if (excludeDomains.some((domain) => isWithin(host, domain))) return false;
  // A PDF need not end with .pdf.
  return categories.length === 0 || categories.includes('pdf') || categoryOf(hit, categories) !== undefined;
}

export function categoryOf({ url }: SearchHit, categories: readonly SearchCategory[]): SearchCategory | undefined {
  const { hostname, pathname } = new URL(url);
  return categories.find((category) =>
    category === 'pdf' ? /\.pdf$/i.test(pathname) : sitesOf(category).some((domain) => isWithin(hostname, domain)),
  );
}

const sitesOf = (category: Exclude<SearchCategory, 'pdf'>) => CATEGORY_SITES[category];

const site = (domain: string) => `site:${domain}`;

const anySite = (domains: readonly string[]) => anyOf(domains.map(site));

function anyOf(terms: readonly string[]): string[] {
  return terms.length <= 1 ? [...terms] : [`(${terms.join(' OR ')})`];
}

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);
