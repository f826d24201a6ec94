/**
 * Merges the values of several parts of a page: lists are concatenated without duplicates, objects are merged, and the
 * first non-empty scalar wins.
 */
export function mergeValues(values: readonly unknown[]): unknown {
  const said = values.filter((value) => !isEmpty(value));
  const first = said[0] ?? values[0];
  if (Array.isArray(first)) return uniqueOf(said.flatMap((value) => (Array.isArray(value) ? value : [value])));
  if (!isObject(first)) return first;
  const objects = said.filter(isObject);
  const keys = uniqueOf(objects.flatMap((object) => Object.keys(object))) as string[];
  return Object.fromEntries(
    keys.map((key) => [
      key,
      mergeValues(objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key])),
    ]),
  );
}

function uniqueOf(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
