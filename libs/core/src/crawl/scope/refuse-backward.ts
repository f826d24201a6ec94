import { canonicalEscapes } from '../../url/canonical-escapes';
import type { ScopeRule } from './scope-rule';

/** `guide.html` is a file, `v1.2` is not: the extension must start with a letter. */
const FILE = /\.[a-z][a-z0-9]{0,4}$/i;

/** Applies to the origin's host only; other hosts have separate trees. */
export const refuseBackward: ScopeRule = ({ parsed, internal }, { scope, origin }) => {
  if (scope.crawlEntireDomain || !internal) return undefined;
  return isBelowPath(parsed, origin) ? undefined : 'backward';
};

/** Whether the path of `url` is below the path of `start`. Ignores the hosts. */
export function isBelowPath(url: URL, start: URL): boolean {
  return isBelow(canonicalEscapes(url.pathname), canonicalEscapes(start.pathname));
}

/**
 * `/blog/` contains its prefix matches, `/blog/start.html` its directory, `/blog` itself and paths below it but not
 * `/blog-old`.
 */
function isBelow(path: string, start: string): boolean {
  if (path === start) return true;
  const isFile = FILE.test(start.slice(start.lastIndexOf('/') + 1));
  const directory = isFile || start.endsWith('/') ? start.slice(0, start.lastIndexOf('/') + 1) : `${start}/`;
  return path.startsWith(directory);
}
