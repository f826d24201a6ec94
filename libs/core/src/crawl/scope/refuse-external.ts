import { isSameHost } from './parse-candidate';
import type { ScopeRule } from './scope-rule';

/**
 * Other hosts need permission: `allowSubdomains` for the origin's own domain, `allowExternalLinks` for the rest of the
 * web. The latter holds for one hop, so the linking page must be the site's own; seeds and sitemaps count as the site's
 * own.
 */
export const refuseExternal: ScopeRule = ({ internal, subdomain, foundOn }, { scope, origin }) => {
  if (internal) return undefined;
  if (scope.allowSubdomains && subdomain) return undefined;
  if (scope.allowExternalLinks && (foundOn === undefined || isSameHost(new URL(foundOn), origin))) return undefined;
  return 'external';
};
