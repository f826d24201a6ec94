import type { DescribedRoute } from '../edge/describe-routes';

/** The sections of the documentation, in reading order: what most readers look for comes first. */
const sections = {
  scrape: 'One page, answered in the same request.',
  batch: 'A list of pages as a job: start it, then read its status, follow it or let a webhook tell.',
  crawl: 'A whole site as a job: from a start URL along links and sitemaps, within the limits that you set.',
  webhooks: 'Deliveries of the events of jobs, sending them again, and the secret that signs them.',
  team: 'What the team of the key uses of its shares.',
  v1: 'The older version, for programs that were written for it: the same service under other names and defaults. New programs use v2.',
  service: 'For those who operate the service.',
  admin:
    'Teams, keys, credits and jobs of all teams, for those who operate the service: with a key that has the right `admin`, and only where they have opened it.',
};

type Section = keyof typeof sections;

const order = Object.keys(sections) as Section[];

export const tags = Object.entries(sections).map(([name, description]) => ({ name, description }));

/** Operations on jobs belong to the section that starts them. */
export function sectionOf({ path, operation }: DescribedRoute): Section {
  if (path.startsWith('/v1/')) return 'v1';
  const tag = operation?.tag ?? 'service';
  if (tag !== 'jobs') return tag;
  return path.startsWith('/v2/batch/') ? 'batch' : 'crawl';
}

/** Within a section: what starts a job, then what reads it, then the rest, in the order of the controllers. */
export function inReadingOrder(routes: readonly DescribedRoute[]): DescribedRoute[] {
  const rank = ({ path }: DescribedRoute) => (path.includes(':') ? (path.endsWith('/:id') ? 1 : 2) : 0);
  const place = (route: DescribedRoute) => order.indexOf(sectionOf(route)) * 3 + rank(route);
  return [...routes].sort((a, b) => place(a) - place(b));
}
