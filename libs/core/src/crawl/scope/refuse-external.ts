import { isSameHost } from './parse-candidate';
import type { ScopeRule } from './scope-rule';

/**
 * `allowSubdomains` permits the origin's domain, `allowExternalLinks` the rest of the web for one hop from the site's
 * own pages, seeds and sitemaps.
 */
export const refuseExternal: ScopeRule = ({ internal, subdomain, foundOn }, { scope, origin }) => {
  if (internal) return undefined;
  if (scope.allowSubdomains && subdomain) return undefined;
  if (scope.allowExternalLinks && (foundOn === undefined || isSameHost(new URL(foundOn), origin))) return undefined;
  return 'external';
};
