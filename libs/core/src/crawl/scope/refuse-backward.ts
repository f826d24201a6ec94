import { canonicalEscapes } from '../../url/canonical-escapes';
import type { ScopeRule } from './scope-rule';

/** A last segment like `guide.html` is a file. A version like `v1.2` is not: its extension starts with a digit. */
const FILE = /\.[a-z][a-z0-9]{0,4}$/i;

/** Only the site's own host has paths above the start; subdomains and foreign hosts are separate trees. */
export const refuseBackward: ScopeRule = ({ parsed, internal }, { scope, origin }) => {
  if (scope.crawlEntireDomain || !internal) return undefined;
  return isBelow(canonicalEscapes(parsed.pathname), canonicalEscapes(origin.pathname)) ? undefined : 'backward';
};

/**
 * `/blog/` contains what starts with it; `/blog/start.html` what its directory contains; `/blog` itself and what lies
 * below it, but not `/blog-old`.
 */
function isBelow(path: string, start: string): boolean {
  if (path === start) return true;
  const isFile = FILE.test(start.slice(start.lastIndexOf('/') + 1));
  const directory = isFile || start.endsWith('/') ? start.slice(0, start.lastIndexOf('/') + 1) : `${start}/`;
  return path.startsWith(directory);
}
