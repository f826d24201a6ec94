import { bearsToken } from '../url/bears-token';
import { dedupKey } from '../url/dedup-key';
import { isRoute } from '../url/page-url';
import type { CacheAudience, CacheQuestion } from './page-cache';

/**
 * Which requests a new capture may answer. `isPublic`: the site did not mark it as one visitor's. `perTeam`: the
 * operator wants teams to share no page.
 */
export function cacheAudience(
  capture: { url: string; finalUrl: string; isPublic: boolean },
  perTeam: boolean,
): CacheAudience {
  const isShared = capture.isPublic && !perTeam && nonRouteFragment(capture.url) === '';
  return isShared && !bearsToken(capture.url) && !bearsToken(capture.finalUrl) ? 'everyone' : 'team';
}

/** Which captures may answer a request. */
export function askedAudiences({ url }: CacheQuestion, perTeam: boolean): CacheAudience[] {
  return perTeam || bearsToken(url) ? ['team'] : ['team', 'everyone'];
}

/** What must be equal for a capture to answer a request. Two keys are equal only if every part of them is. */
export function cacheKey({ url, spec, teamId }: CacheQuestion, audience: CacheAudience): string {
  const { country, languages } = spec.location;
  return JSON.stringify([
    audience === 'team' ? teamId : null,
    dedupKey(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true }),
    // A capture for everyone was made without a fragment.
    audience === 'team' ? nonRouteFragment(url) : '',
    spec.mobile,
    spec.blockAds,
    country,
    [...new Set(languages.map((language) => language.toLowerCase()))].sort(),
  ]);
}

/** The fragment that is no part of the page's dedup key. */
export function nonRouteFragment(url: string): string {
  const { hash } = new URL(url);
  return isRoute(hash) ? '' : hash;
}
