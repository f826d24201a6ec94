import { isSameHost } from './parse-candidate';
import type { ScopeRule } from './scope-rule';

/**
 * Other hosts need a permission: `allowSubdomains` for the origin's own domain, `allowExternalLinks` for the rest of
 * the web, and that for one hop only, so the page of the link must be the site's own. A seed or a sitemap is.
 */
export const refuseExternal: ScopeRule = ({ internal, subdomain, foundOn }, { scope, origin }) => {
  if (internal) return undefined;
  if (scope.allowSubdomains && subdomain) return undefined;
  if (scope.allowExternalLinks && (foundOn === undefined || isSameHost(new URL(foundOn), origin))) return undefined;
  return 'external';
};
