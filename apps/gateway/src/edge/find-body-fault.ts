/** Maximum nesting depth. Only JSON schemas need depth. */
const MAX_DEPTH = 100;
/**
 * Maximum number of objects, lists, keys, numbers, booleans and nulls in a body. Checking one takes microseconds, and a
 * body of 10 MiB can contain millions. Only large JSON schemas need many.
 */
const MAX_NODES = 50_000;

const TOO_DEEP = `The body is nested more than ${MAX_DEPTH} levels deep`;
const TOO_MANY = `The body has more than ${MAX_NODES} keys, objects, lists and values other than strings`;
const UNSTORABLE = 'The body contains text that cannot be stored: a NUL character or half of a surrogate pair';

/** Not storable in jsonb. */
const UNSTORABLE_TEXT = /[\0\p{Surrogate}]/u;

/** Finds parsed bodies that cannot be stored or would take too long to validate. Runs before schema validation. */
export function findBodyFault(body: unknown): string | undefined {
  let nodes = 0;
  const find = (value: unknown, depth: number): string | undefined => {
    if (typeof value === 'string') return UNSTORABLE_TEXT.test(value) ? UNSTORABLE : undefined;
    if (typeof value !== 'object' || value === null) {
      nodes += 1;
      return nodes > MAX_NODES ? TOO_MANY : undefined;
    }
    if (depth >= MAX_DEPTH) return TOO_DEEP;
    const isList = Array.isArray(value);
    const keys = isList ? [] : Object.keys(value);
    nodes += 1 + keys.length;
    if (nodes > MAX_NODES) return TOO_MANY;
    for (const key of keys) if (UNSTORABLE_TEXT.test(key)) return UNSTORABLE;
    for (const item of isList ? value : Object.values(value)) {
      const found = find(item, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(body, 0);
}
