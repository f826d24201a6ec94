import { bearsToken } from '../url/bears-token';
import { dedupKey } from '../url/dedup-key';
import { isRoute } from '../url/page-url';
import type { CacheAudience, CacheQuestion } from './page-cache';

export function cacheAudience(
  capture: { url: string; finalUrl: string; isPublic: boolean },
  perTeam: boolean,
): CacheAudience {
  const isShared = capture.isPublic && !perTeam && nonRouteFragment(capture.url) === '';
  return isShared && !bearsToken(capture.url) && !bearsToken(capture.finalUrl) ? 'everyone' : 'team';
}

export function readableAudiences({ url }: CacheQuestion, perTeam: boolean): CacheAudience[] {
  return perTeam || bearsToken(url) ? ['team'] : ['team', 'everyone'];
}

/** The cache key: unequal unless all its parts are equal. */
export function cacheKey({ url, spec, teamId }: CacheQuestion, audience: CacheAudience): string {
  const { country, languages } = spec.location;
  return JSON.stringify([
    audience === 'team' ? teamId : null,
    dedupKey(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true }),
    audience === 'team' ? nonRouteFragment(url) : '',
    spec.mobile,
    spec.blockAds,
    country,
    [...new Set(languages.map((language) => language.toLowerCase()))].sort(),
  ]);
}

export function nonRouteFragment(url: string): string {
  const { hash } = new URL(url);
  return isRoute(hash) ? '' : hash;
}
