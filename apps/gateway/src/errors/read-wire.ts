import type { z } from 'zod';
import { similarKeys } from './advise-on-keys';
import { refuse, type WireIssue } from './api-error';
import { describeFault, nounOf } from './describe-fault';
import { knownKeys } from './known-keys';
import { cut, oneOf, quoteGiven } from './wording';

type Issue = z.core.$ZodIssue;
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>;

/** Limits of an error response, which must not grow with the body. */
const MAX_ISSUES = 20;
const MAX_PATH = 10;
const MAX_KEYS = 20;
const MAX_KEY_CHARS = 100;

/** Parses a body. @param lead prefix of the message @throws ApiError 400 with one item of `details` per fault */
export function readWire<S extends z.ZodType>(schema: S, body: unknown, lead = ''): z.output<S> {
  const result = schema.safeParse(body, { error: describeFault, reportInput: true });
  if (result.success) return result.data;
  const faults = result.error.issues.slice(0, MAX_ISSUES).flatMap(faultsOf);
  throw refuse([...faults, ...misspeltKeys(schema, body, faults)].slice(0, MAX_ISSUES).map(toDetail), lead);
}

/**
 * Unknown keys next to a fault that are similar to a known key: a missing field may be misspelt. Strict objects already
 * report unknown keys.
 */
function misspeltKeys(schema: z.ZodType, body: unknown, faults: readonly Issue[]): Issue[] {
  const reported = faults.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [path.join('.')] : []));
  const places = faults.flatMap(({ path }) => [path, path.slice(0, -1)]);
  const unique = new Map(places.map((place) => [place.join('.'), place]));
  for (const place of reported) unique.delete(place);
  return [...unique.values()].flatMap((path) => {
    const input = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
    if (!isObject(input) || Array.isArray(input)) return [];
    const known = knownKeys(schema, path.map(String));
    const unknown = Object.keys(input)
      .filter((key) => !known.includes(key))
      .slice(0, MAX_KEYS);
    const keys = unknown.filter((key) => similarKeys([key], known).length > 0);
    const message = `Unrecognized key${keys.length === 1 ? '' : 's'}, did you mean ${oneOf(similarKeys(keys, known), 'and')}?`;
    return keys.length === 0 ? [] : [{ code: 'unrecognized_keys' as const, keys, path, message, input }];
  });
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

/**
 * Parses a query. Empty parameters are rejected: ignoring an empty filter would return too much. Parameters that the
 * schema ignores are not checked. @throws ApiError 400
 */
export function readQuery<S extends z.ZodObject>(schema: S, query: Record<string, unknown>, lead = ''): z.output<S> {
  const isStrict = schema.def.catchall?._zod.def.type === 'never';
  const faults = Object.entries(query).flatMap(([name, value]): WireIssue[] => {
    if (!isStrict && !Object.hasOwn(schema.shape, name)) return [];
    if (Array.isArray(value)) return [{ code: 'custom', path: [shorten(name)], message: 'Must not be repeated' }];
    if (value !== '') return [];
    return [{ code: 'custom', path: [shorten(name)], message: 'Must not be empty; omit the parameter instead' }];
  });
  if (faults.length > 0) throw refuse(faults.slice(0, MAX_ISSUES), lead);
  return readWire(schema, query, lead);
}

/** The faults of a union: those of the first member of the given type, with their full path. */
function faultsOf(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== '') return [issue];
  const member = issue.errors.find((faults) => !faults.some(isOfOtherType));
  if (member === undefined) return [{ code: 'custom', path: issue.path, message: typesMessage(issue) }];
  return member.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })).flatMap(faultsOf);
}

function isOfOtherType({ code, path, input }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || (code === 'invalid_value' && typeof input !== 'string'));
}

function typesMessage({ errors, input, path }: UnionIssue): string {
  const types = errors.map(([fault]) => nounOf(fault?.code === 'invalid_type' ? fault.expected : 'string'));
  return `Must be ${oneOf([...new Set(types)])}, not ${quoteGiven(input, path)}`;
}

/** The issue format that clients expect: code, path, message and machine-readable limits. */
function toDetail(issue: Issue): WireIssue {
  const { code, message } = issue;
  const path = issue.path.slice(0, MAX_PATH).map((key) => (typeof key === 'number' ? key : shorten(key)));
  switch (issue.code) {
    case 'unrecognized_keys':
      return { code, keys: issue.keys.slice(0, MAX_KEYS).map(shorten), path, message };
    case 'invalid_value':
      return { code, values: issue.values, path, message };
    case 'invalid_union':
      return { code: 'invalid_value', values: 'options' in issue ? issue.options : undefined, path, message };
    case 'invalid_type':
      return { code, expected: issue.expected, path, message };
    case 'too_small':
      return { code, origin: issue.origin, minimum: issue.minimum, inclusive: issue.inclusive, path, message };
    case 'too_big':
      return { code, origin: issue.origin, maximum: issue.maximum, inclusive: issue.inclusive, path, message };
    default:
      return { code, path, message };
  }
}

const shorten = (key: PropertyKey) => cut(String(key), MAX_KEY_CHARS);
