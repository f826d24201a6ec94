/**
 * Kinds of crawl traps. The first three are visible in a single URL, the others in the number of similar URLs: see
 * trapFamily.
 */
export type TrapKind = 'repeating-path' | 'deep-path' | 'long-url' | 'session-id' | 'calendar' | 'facets';

/** Three times what hand-made sites use. */
const MAX_SEGMENTS = 30;
/** Twice the maximum of the sitemap standard. */
const MAX_CHARACTERS = 4096;
const MIN_CYCLES = 3;
/** `/1/1/1` is a verse or a tile, `/en/en/en` an odd name; `/a/b/a/b/a/b` is a relative link that repeats itself. */
const MIN_REPEATING_SEGMENTS = 6;
/** Two combined relative links produce their names in any order, without a period. */
const MAX_PLACES_OF_A_NAME = 3;
const MAX_TIMES_OF_A_NAME = 5;

export function recognizeTrap(url: URL): TrapKind | undefined {
  if (url.href.length > MAX_CHARACTERS) return 'long-url';
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS) return 'deep-path';
  return isRepeating(segments) || isJumbled(segments) ? 'repeating-path' : undefined;
}

function isRepeating(segments: readonly string[]): boolean {
  for (let period = 1; period * MIN_CYCLES <= segments.length; period += 1) {
    const needed = Math.max(period * MIN_CYCLES, MIN_REPEATING_SEGMENTS);
    let length = period;
    for (let at = period; at < segments.length; at += 1) {
      length = segments[at] === segments[at - period] ? length + 1 : period;
      if (length >= needed && !isNumeric(segments.slice(at - period + 1, at + 1))) return true;
    }
  }
  return false;
}

/** `/all/all/all/all` is an empty filter, so equal neighbours count once. */
function isJumbled(segments: readonly string[]): boolean {
  const names = new Map<string, { times: number; places: number }>();
  for (const [at, segment] of segments.entries()) {
    if (!/[a-z]/i.test(segment)) continue;
    const { times, places } = names.get(segment) ?? { times: 0, places: 0 };
    const seen = { times: times + 1, places: places + (segments[at - 1] === segment ? 0 : 1) };
    if (seen.times > MAX_TIMES_OF_A_NAME || seen.places > MAX_PLACES_OF_A_NAME) return true;
    names.set(segment, seen);
  }
  return false;
}

const isNumeric = (segments: readonly string[]) => segments.every((segment) => /^\d+$/.test(segment));
