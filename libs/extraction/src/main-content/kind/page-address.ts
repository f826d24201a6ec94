import { parseUrl } from '@orbweaver/core';
import type { PageHints } from '../page-hints';

/** Parts of URL paths that are typical of a kind. */
export const PATH_KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'Forum',
    /\/(?:forums?|threads?|topics?|t|viewtopic|showthread|discussions?|questions|r|comments|community)(?:\/|\.|$)/i,
  ],
  ['Product', /\/(?:products?|p|item|dp|shop\/[^?]{1,2000})\//i],
  ['Collection', /\/(?:collections?|category|categories|c|shop|catalog|browse|tags?)\//i],
  ['Documentation', /\/(?:docs?|documentation|api|reference|guides?|manual|wiki|learn|tutorials?)\//i],
  ['Article', /\/(?:blog|news|articles?|story|stories|20\d\d|posts?)\//i],
  ['Service', /\/(?:services?|solutions?|pricing|about(?:-us)?|features|platform|company)\//i],
];

/** The canonical URL, or that of the response. */
export function addressOf({ canonical, url }: PageHints): URL | undefined {
  return parseUrl(canonical, url || 'http://page/') ?? parseUrl(url);
}

export function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
