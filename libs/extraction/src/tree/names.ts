/** A full cache is emptied, because pages invent names: it then misses 20 names per page instead of 225. */
const MAX_CACHED_NAMES = 2000;
/** Characters. */
const MAX_CACHED_LENGTH = 40;

/** An interned name, which is compared by identity. */
interface Name {
  written: string;
  lower: string;
  /** Computed on demand; attributes do not need it. */
  upper: string | undefined;
}

/** By name as in the source. */
const cached = new Map<string, Name>();
const PLACES = 256;
/** Recent names by length and edge characters: most tags of a page have about twenty names. */
const recent: (Name | undefined)[] = Array.from({ length: PLACES }, () => undefined);

export function upperCaseName(name: string): string {
  const found = find(name);
  found.upper ??= unify(found.written.toUpperCase());
  return found.upper;
}

export function oneName(name: string): string {
  return find(name).written;
}

/** The lower-case name at a position, without creating a string for known names. */
export function lowerCaseNameAt(source: string, start: number, end: number): string {
  if (start === end) return '';
  const place = ((end - start) * 37 + source.charCodeAt(start) * 5 + source.charCodeAt(end - 1)) % PLACES;
  const last = recent[place];
  if (last !== undefined && isAt(source, start, end, last.written)) return last.lower;
  const name = find(source.slice(start, end));
  if (end - start <= MAX_CACHED_LENGTH) recent[place] = name;
  return name.lower;
}

function isAt(source: string, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (source.charCodeAt(start + at) !== name.charCodeAt(at)) return false;
  return true;
}

function find(name: string): Name {
  return cached.get(name) ?? note(name);
}

function note(name: string): Name {
  // A slice would keep the whole source in memory.
  const written = unify(name);
  const lower = written.toLowerCase();
  const noted = { written, lower: lower === written ? written : unify(lower), upper: undefined };
  if (name.length > MAX_CACHED_LENGTH) return noted;
  if (cached.size >= MAX_CACHED_NAMES) cached.clear();
  cached.set(written, noted);
  return noted;
}

/** Interns a string: engines intern object keys. */
function unify(name: string): string {
  return Object.keys({ [name]: true })[0] as string;
}
