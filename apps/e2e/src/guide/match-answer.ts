const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;
const NEUTRAL = new RegExp(`(…|${UUID.source}|${TIME.source})`);

/** Ids of the guide, and the corresponding ids of this run. */
export type KnownIds = Map<string, string>;

/**
 * Compares a response with the one in the guide. Ids and times match others of the same form, an id always the same
 * one; `…` matches omitted text, values, members or elements.
 * @returns the difference or undefined; adds new ids to `ids`
 */
export function matchJson(shown: string, actual: unknown, ids: KnownIds): string | undefined {
  const learned = new Map(ids);
  const difference = matchValue(readShown(shown), actual, learned, '');
  if (difference === undefined) for (const [ours, theirs] of learned) ids.set(ours, theirs);
  return difference;
}

/** The same for plain text. */
export function matchText(shown: string, actual: string, ids: KnownIds): string | undefined {
  const learned = new Map(ids);
  if (!fits(shown.trimEnd(), actual.trimEnd(), learned)) return `shown:\n${shown}\nanswered:\n${actual}`;
  for (const [ours, theirs] of learned) ids.set(ours, theirs);
  return undefined;
}

const LEFT_OUT = '\u0000…';

/** JSON in which `…` may replace a value, a member or an element. */
function readShown(text: string): unknown {
  const open: string[] = [];
  let last = '';
  const json = text.replaceAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,…]/g, (token) => {
    const isMember = token === '…' && last !== ':' && open.at(-1) === '{';
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    last = token;
    if (token !== '…') return token;
    return isMember ? `${JSON.stringify(LEFT_OUT)}:0` : JSON.stringify(LEFT_OUT);
  });
  return JSON.parse(json);
}

function matchValue(shown: unknown, actual: unknown, ids: KnownIds, place: string): string | undefined {
  if (shown === LEFT_OUT) return undefined;
  if (Array.isArray(shown) && Array.isArray(actual)) return matchList(shown, actual, ids, place);
  if (isObject(shown) && isObject(actual)) return matchObject(shown, actual, ids, place);
  const isSame =
    typeof shown === 'string' && typeof actual === 'string' ? fits(shown, actual, ids) : Object.is(shown, actual);
  return isSame ? undefined : `${place}: the guide shows ${JSON.stringify(shown)}, not ${JSON.stringify(actual)}`;
}

function matchObject(
  shown: Record<string, unknown>,
  actual: Record<string, unknown>,
  ids: KnownIds,
  place: string,
): string | undefined {
  const { [LEFT_OUT]: rest, ...members } = shown;
  for (const [name, value] of Object.entries(members)) {
    if (!Object.hasOwn(actual, name)) return `${place}.${name}: is not in ${JSON.stringify(actual)}`;
    const difference = matchValue(value, actual[name], ids, `${place}.${name}`);
    if (difference !== undefined) return difference;
  }
  const unshown = Object.keys(actual).find((name) => !Object.hasOwn(members, name));
  if (rest !== undefined || unshown === undefined) return undefined;
  return `${place}.${unshown}: ${JSON.stringify(actual[unshown])} is not shown`;
}

/** A list that ends with `…` shows some elements in any order, because pages finish in any order. */
function matchList(shown: unknown[], actual: unknown[], ids: KnownIds, place: string): string | undefined {
  const elements = shown.filter((element) => element !== LEFT_OUT);
  if (elements.length === shown.length) {
    if (shown.length !== actual.length) return `${place}: has ${actual.length} elements: ${JSON.stringify(actual)}`;
    return firstOf(shown, (element, index) => matchValue(element, actual[index], ids, `${place}[${index}]`));
  }
  const left = [...actual];
  return firstOf(elements, (element, index) => {
    const found = left.findIndex((candidate) => tryOut(ids, (tried) => matchValue(element, candidate, tried, '')));
    if (found < 0) return `${place}[${index}]: no element of ${JSON.stringify(actual)} is like it`;
    left.splice(found, 1);
    return undefined;
  });
}

function tryOut(ids: KnownIds, match: (tried: KnownIds) => string | undefined): boolean {
  const tried = new Map(ids);
  if (match(tried) !== undefined) return false;
  for (const [ours, theirs] of tried) ids.set(ours, theirs);
  return true;
}

function firstOf<T>(items: T[], differs: (item: T, index: number) => string | undefined): string | undefined {
  for (const [index, item] of items.entries()) {
    const difference = differs(item, index);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function fits(shown: string, actual: string, ids: KnownIds): boolean {
  const unknown: string[] = [];
  const pattern = shown.split(NEUTRAL).map((part) => {
    if (part === '…') return '[\\s\\S]*?';
    if (TIME.test(part)) return TIME.source;
    if (!UUID.test(part)) return escapeText(part);
    const known = ids.get(part);
    if (known !== undefined) return known;
    unknown.push(part);
    return `(${UUID.source})`;
  });
  const found = new RegExp(`^${pattern.join('')}$`).exec(actual);
  if (found === null) return false;
  return unknown.every((shownId, index) => learn(ids, shownId, found[index + 1]!));
}

/** Whether the ids correspond: each id matches exactly one other. */
function learn(ids: KnownIds, shown: string, actual: string): boolean {
  if (ids.has(shown)) return ids.get(shown) === actual;
  if ([...ids.values()].includes(actual)) return false;
  ids.set(shown, actual);
  return true;
}

const escapeText = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
