import { dedupKey } from '../../url/dedup-key';
import { parseUrl } from '../../url/parse-url';
import type { CrawlSpec } from '../crawl-spec';
import { explainScope, type SkipExplanation } from './explain-scope';
import { isSameHost, parseCandidate } from './parse-candidate';
import type { ScopeContext } from './scope-rule';
import type { SkipRule } from './skip-rule';

export interface PreviewQuestion {
  url: string;
  /** Hops from the start URL. 0: the start URL or a sitemap entry. Absent: unknown. */
  depth?: number;
  /** The linking page (http or https). Absent: any page of the site. */
  foundOn?: string;
}

/** The decision of the rules that need no request to the site. */
export type UrlPreview =
  | {
      admitted: true;
      /** The URL to visit. For any spelling of the start URL: the start URL as written. */
      canonicalUrl: string;
      isStart: boolean;
      includedBy?: string;
      /**
       * Rules that may still refuse the URL, because they need the site, other pages or missing fields of the question.
       */
      unchecked: SkipRule[];
      explanation: string;
    }
  | ({ admitted: false; isStart: boolean } & SkipExplanation);

export function previewUrl(question: PreviewQuestion, crawl: CrawlSpec, context: ScopeContext): UrlPreview {
  const isStart = isStartUrl(question.url, crawl);
  const isSeed = isStart || (question.depth === 0 && question.foundOn === undefined);
  const verdict = explainScope(
    {
      url: question.url,
      depth: isStart ? 0 : (question.depth ?? 0),
      ...(isSeed ? {} : { foundOn: question.foundOn ?? context.origin.href }),
    },
    context,
  );
  if (!verdict.admit) {
    const { admit: _, ...skip } = verdict;
    const explanation = isStart
      ? `The start URL is visited for its links, but no document is stored. ${skip.explanation}`
      : skip.explanation;
    return { admitted: false, isStart, ...skip, explanation };
  }
  const { includedBy, url } = verdict;
  return {
    admitted: true,
    canonicalUrl: isStart ? formToVisit(crawl.url, context) : url,
    isStart,
    ...(includedBy === undefined ? {} : { includedBy }),
    unchecked: isStart ? robotsOf(crawl) : uncheckedFor(question, url, crawl, context),
    explanation:
      includedBy === undefined
        ? 'No rule refuses the URL.'
        : `The URL matches the include pattern ${JSON.stringify(includedBy)}, and no rule refuses it.`,
  };
}

function uncheckedFor(
  { depth, foundOn }: PreviewQuestion,
  url: string,
  crawl: CrawlSpec,
  { scope, origin }: ScopeContext,
): SkipRule[] {
  const unchecked = robotsOf(crawl);
  unchecked.push('limit');
  if (crawl.sitemap === 'only' && depth !== 0) unchecked.push('sitemap');
  if (scope.maxDiscoveryDepth !== undefined && depth === undefined) unchecked.push('maxDiscoveryDepth');
  const needsPage = foundOn === undefined && depth !== 0 && scope.allowExternalLinks;
  if (needsPage && !isSameHost(new URL(url), origin)) unchecked.push('allowExternalLinks');
  return unchecked;
}

const robotsOf = (crawl: CrawlSpec): SkipRule[] => (crawl.ignoreRobotsTxt ? [] : ['robots.txt']);

function isStartUrl(url: string, crawl: CrawlSpec): boolean {
  return parseUrl(url) !== undefined && dedupKey(url, crawl.scope) === dedupKey(crawl.url, crawl.scope);
}

const formToVisit = (url: string, { origin }: ScopeContext) =>
  parseCandidate({ url, depth: 0 }, origin)?.parsed.href ?? url;
