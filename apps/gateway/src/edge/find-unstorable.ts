/** Levels of a body; a JSON schema of a caller's is the deepest thing that has a reason to be in one. */
const MAX_DEPTH = 100;

/** Postgres' jsonb holds neither. */
const UNSTORABLE_TEXT = /[\0\p{Surrogate}]/u;

/** What in a parsed body could be accepted and then not be stored, in words for the caller. */
export function findUnstorable(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    return UNSTORABLE_TEXT.test(value)
      ? 'The body contains text that cannot be stored: a NUL character or half of a surrogate pair'
      : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} levels deep`;
  for (const [key, item] of Object.entries(value)) {
    const found = findUnstorable(key, depth + 1) ?? findUnstorable(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
