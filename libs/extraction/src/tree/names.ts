/**
 * Pages invent names. A full cache is emptied: one that stays full of what the first pages have invented misses 225 names
 * of each page that comes later, an emptied one 20.
 */
const MAX_CACHED_NAMES = 2000;
/** Characters. */
const MAX_CACHED_LENGTH = 40;

/** A name of elements or attributes, one string each for all of that name: such are compared by where they lie. */
interface Name {
  /** As a page writes it. */
  written: string;
  lower: string;
  /** Undefined until somebody asks: of attributes nobody does. */
  upper: string | undefined;
}

/** By the name as pages write it. */
const cached = new Map<string, Name>();
const PLACES = 256;
/** Those found last, each in the place of its length and its edges: most of a page are some twenty. */
const recent: (Name | undefined)[] = Array.from({ length: PLACES }, () => undefined);

export function upperCaseName(name: string): string {
  const found = find(name);
  found.upper ??= unify(found.written.toUpperCase());
  return found.upper;
}

/** The string that the tree has for that name: a name from elsewhere is compared letter by letter, with all of them. */
export function oneName(name: string): string {
  return find(name).written;
}

/** The name in lower case. To cut it out would cost a string and its hash; a page has thousands of names. */
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
  // Copies: a part of the source would keep all of it in memory.
  const written = unify(name);
  const lower = written.toLowerCase();
  const noted = { written, lower: lower === written ? written : unify(lower), upper: undefined };
  if (name.length > MAX_CACHED_LENGTH) return noted;
  if (cached.size >= MAX_CACHED_NAMES) cached.clear();
  cached.set(written, noted);
  return noted;
}

/** The one string that stands for all of its letters: what the engine makes of the keys of objects. */
function unify(name: string): string {
  return Object.keys({ [name]: true })[0] as string;
}
