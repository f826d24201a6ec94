import type { CrawlScope } from '@orbweaver/core';

/** A generated web of pure functions. */
export interface MadeUpWeb {
  links(url: string): string[];
  redirect(url: string): string | undefined;
  isForbidden(url: string): boolean;
  sitemap: readonly string[];
}

export interface CrawlOptions {
  start: string;
  scope: CrawlScope;
  sitemap: 'include' | 'skip' | 'only';
  limit: number;
  ignoreRobotsTxt: boolean;
}

/** The registrable domain of a generated host, without the public suffix list. */
const OWNERS: Record<string, string> = {
  'site.test': 'site',
  'docs.site.test': 'site',
  'other.test': 'other',
  'ann.github.io': 'ann',
  'bob.github.io': 'bob',
};

const REFUSED_FILES =
  /\.(png|jpg|jpeg|gif|css|js|ico|svg|tiff|zip|exe|dmg|mp4|mp3|wav|pptx|xlsx|avi|flv|woff|ttf|woff2|webp|inc)$/i;

export const modelHost = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

const pathByHand = (url: string): string => new URL(url).pathname.replace(/%7e/gi, '~');

/** The URL that is visited for a link. */
export function modelUrl(url: string): string {
  const [page = '', fragment = ''] = new URL(url).href.split(/#(.*)/s);
  return /^!?\/./.test(fragment) ? `${page}#${fragment}` : page;
}

/** Equal for two URLs exactly if they are one page. */
export function modelKey(url: string, scope: CrawlScope): string {
  const [page = '', fragment] = modelUrl(url).split(/#(.*)/s);
  const [address = '', query] = page.split(/\?(.*)/s);
  const route = fragment === undefined ? '' : `#${fragment}`;
  const search = query === undefined || scope.ignoreQueryParameters ? '' : `?${query}`;
  if (!scope.deduplicateSimilarURLs) return address + search + route;
  let path = pathByHand(address);
  for (let before = ''; before !== path; ) {
    before = path;
    path = path.replace(/\/$/, '').replace(/\/index\.(html|php)$/, '/');
  }
  const { protocol, port } = new URL(address);
  const site = modelHost(address) + (port === '' ? '' : `${protocol}${port}`);
  return (site + path + (search === '?' ? '' : search) + route).replace(/%7e/gi, '~');
}

/** Whether the scope admits a link. Independent of the product's code. */
export function isAdmittedByModel(
  url: string,
  depth: number,
  origin: string,
  scope: CrawlScope,
  foundOn?: string,
): boolean {
  const visited = modelUrl(url);
  const { pathname } = new URL(visited);
  const host = modelHost(url);
  const isHome = host === modelHost(origin);
  const isSubdomain = !isHome && OWNERS[host] === OWNERS[modelHost(origin)];
  if (!isHome) {
    const isFoundAtHome = foundOn === undefined || modelHost(foundOn) === modelHost(origin);
    const isTaken = (isSubdomain && scope.allowSubdomains) || (scope.allowExternalLinks && isFoundAtHome);
    if (!isTaken) return false;
  }
  const subject = scope.regexOnFullURL ? visited : pathname;
  const matches = (pattern: string) => new RegExp(pattern).test(subject);
  if (scope.excludePaths[0] !== '' && scope.excludePaths.some((pattern) => pattern !== '' && matches(pattern)))
    return false;
  if (!isHome && scope.excludePaths[0] !== '') {
    const names = (entry: string) => host === entry || host.endsWith(`.${entry}`);
    if (scope.excludePaths.some((entry) => entry.endsWith('.test') && names(entry))) return false;
  }
  const includes = scope.includePaths[0] === '' ? [] : scope.includePaths.filter((pattern) => pattern !== '');
  if (includes.length > 0 && (isHome || (isSubdomain && scope.allowSubdomains)) && !includes.some(matches))
    return false;
  if (scope.maxDiscoveryDepth !== undefined && depth > scope.maxDiscoveryDepth) return false;
  const slashes = `${pathname}/`
    .replace(/\/index\.(html|php)\/+$/, '/')
    .split('/')
    .filter(Boolean).length;
  if (scope.maxPathDepth !== undefined && slashes > scope.maxPathDepth) return false;
  if (isHome && !scope.crawlEntireDomain && !isBelowByHand(visited, origin)) return false;
  if (REFUSED_FILES.test(pathname)) return false;
  return foundOn === undefined || !/(\/a\/b){3}(\/|$)/.test(pathname);
}

function isBelowByHand(url: string, origin: string): boolean {
  const [path, start] = [pathByHand(url), pathByHand(origin)];
  if (path === start) return true;
  if (start.endsWith('/')) return path.startsWith(start);
  const isFile = /\.[a-z]\w{0,4}$/i.test(start);
  return path.startsWith(isFile ? start.replace(/[^/]*$/, '') : `${start}/`);
}

type State = 'queued' | 'visited' | 'limit' | 'robots' | 'redirected';
interface Page {
  url: string;
  depth: number;
  state: State;
  foundOn?: string;
  isStart: boolean;
}

/** The URLs that a crawl visits, in order, with one page at a time. */
export function modelCrawl(web: MadeUpWeb, { start, scope, sitemap, limit, ignoreRobotsTxt }: CrawlOptions): string[] {
  const pages = new Map<string, Page>();
  const visits: string[] = [];
  const robotsRead = new Set([new URL(start).origin]);
  let origin = start;
  const slots = () => [...pages.values()].filter(({ state }) => state === 'queued' || state === 'visited').length;
  const isForbidden = (url: string) => !ignoreRobotsTxt && web.isForbidden(url);
  const find = (url: string, depth: number, more: { foundOn?: string; isStart?: boolean; mayBypass?: boolean }) => {
    const { foundOn, isStart = false, mayBypass = false } = more;
    if (!mayBypass && !isAdmittedByModel(url, depth, origin, scope, foundOn)) return false;
    const visited = mayBypass ? url : modelUrl(url);
    const key = modelKey(visited, scope);
    if (pages.has(key)) return false;
    // The target of a redirect is checked when it is due.
    if (!more.isStart && !robotsWait && robotsRead.has(new URL(visited).origin) && isForbidden(visited)) return false;
    pages.set(key, {
      url: visited,
      depth,
      isStart,
      state: slots() < limit ? 'queued' : 'limit',
      ...(foundOn && { foundOn }),
    });
    return true;
  };
  let robotsWait = false;
  const promote = () => {
    const waiting = [...pages.values()].find(({ state }) => state === 'limit');
    if (waiting !== undefined && slots() < limit) waiting.state = 'queued';
  };

  if (isForbidden(start)) return [];
  find(start, 0, { isStart: true, mayBypass: true });
  if (sitemap !== 'skip') for (const url of web.sitemap) find(url, 0, {});
  for (;;) {
    const page = [...pages.values()].find(({ state }) => state === 'queued');
    if (page === undefined) return visits;
    robotsRead.add(new URL(page.url).origin);
    if (isForbidden(page.url)) {
      page.state = 'robots';
      promote();
      continue;
    }
    visits.push(page.url);
    const target = web.redirect(page.url);
    if (target !== undefined) {
      page.state = 'redirected';
      const isElsewhere =
        modelHost(target) !== modelHost(origin) || (!scope.crawlEntireDomain && !isBelowByHand(target, origin));
      if (page.isStart && isElsewhere) origin = target;
      robotsWait = true;
      const { depth, foundOn, isStart } = page;
      const isNew = find(target, depth, { isStart, mayBypass: isStart, ...(foundOn && { foundOn }) });
      robotsWait = false;
      if (!isNew) promote();
      continue;
    }
    const isWanted = !page.isStart || isAdmittedByModel(page.url, 0, origin, scope);
    page.state = isWanted ? 'visited' : 'redirected';
    if (!isWanted) promote();
    if (sitemap === 'only') continue;
    for (const link of web.links(page.url)) find(link, page.depth + 1, { foundOn: page.url });
  }
}
