import type { DescribedRoute } from '../edge/describe-routes';

/** Sections in reading order, the most used first. */
const sections = {
  scrape: 'Scrape one page and return it in the response.',
  map: 'List the URLs of a site, without scraping them.',
  search: 'Search the web, and scrape the results. Requires a search engine of the operator.',
  batch: 'Scrape a list of pages as a job. Poll its status, stream it or receive webhooks.',
  crawl: 'Crawl a site as a job: follow links and sitemaps from a start URL, within your limits.',
  extract: 'Extract data from several pages, or from a site, and merge it. Requires a language model.',
  schedules: 'Start a crawl, batch or map by cron, and compare its runs.',
  webhooks: 'List and redeliver webhook events, and read or rotate the signing secret.',
  team: "Credits, limits and current usage of the key's team.",
  v1: 'The older API version, with other names and defaults. Use v2 in new programs.',
  service: 'Health checks for operators.',
  admin:
    'Manage teams, keys, credits and jobs of all teams. Requires a key with the right `admin`, and access to the port of the admin API.',
};

type Section = keyof typeof sections;

const order = Object.keys(sections) as Section[];

export const tags = Object.entries(sections).map(([name, description]) => ({ name, description }));

/** Operations on jobs are in the section of the operation that starts them. */
export function sectionOf({ path, operation }: DescribedRoute): Section {
  if (path.startsWith('/v1/')) return 'v1';
  const tag = operation?.tag ?? 'service';
  if (tag !== 'jobs') return tag;
  return path.startsWith('/v2/batch/') ? 'batch' : 'crawl';
}

/** By section; within a section start, read, then others, in the order of the controllers. */
export function inReadingOrder(routes: readonly DescribedRoute[]): DescribedRoute[] {
  const rank = ({ path }: DescribedRoute) => (path.includes(':') ? (path.endsWith('/:id') ? 1 : 2) : 0);
  const place = (route: DescribedRoute) => order.indexOf(sectionOf(route)) * 3 + rank(route);
  return [...routes].sort((a, b) => place(a) - place(b));
}
