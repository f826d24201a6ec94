/** Pages invent names; past this many the cache only costs memory. */
const MAX_CACHED_NAMES = 2000;
/** Characters. */
const MAX_CACHED_LENGTH = 40;

/** A name of elements or attributes, one string each for all of that name: such are compared by where they lie. */
interface Name {
  lower: string;
  upper: string;
}

/** By the name as pages write it. */
const cached = new Map<string, Name>();

export function lowerCaseName(name: string): string {
  return (cached.get(name) ?? note(name)).lower;
}

export function upperCaseName(name: string): string {
  return (cached.get(name) ?? note(name)).upper;
}

function note(name: string): Name {
  // Copies: a part of the source would keep all of it in memory.
  const copy = unify(name);
  const noted = { lower: unify(copy.toLowerCase()), upper: unify(copy.toUpperCase()) };
  if (cached.size < MAX_CACHED_NAMES && name.length <= MAX_CACHED_LENGTH) cached.set(copy, noted);
  return noted;
}

/** The one string that stands for all of its letters: what the engine makes of the keys of objects. */
function unify(name: string): string {
  return Object.keys({ [name]: true })[0] as string;
}
