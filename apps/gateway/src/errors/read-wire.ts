import type { z } from 'zod';
import { meantKeys } from './advise-on-keys';
import { refuse, type WireIssue } from './api-error';
import { describeFault, nounOf } from './describe-fault';
import { knownKeys } from './known-keys';
import { cut, oneOf, quoteGiven } from './wording';

type Issue = z.core.$ZodIssue;
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>;

/** Limits on an answer, so that it stays readable and does not grow with the faults of a large body. */
const MAX_ISSUES = 20;
const MAX_PATH = 10;
const MAX_KEYS = 20;
const MAX_KEY_CHARS = 100;

/**
 * Checks a body against its schema. `lead` is written before the sentences.
 * @throws ApiError 400 with a sentence and an item of `details` for each fault
 */
export function readWire<S extends z.ZodType>(schema: S, body: unknown, lead = ''): z.output<S> {
  const result = schema.safeParse(body, { error: describeFault, reportInput: true });
  if (result.success) return result.data;
  const faults = result.error.issues.slice(0, MAX_ISSUES).flatMap(faultsOf);
  throw refuse([...faults, ...misspeltKeys(schema, body, faults)].slice(0, MAX_ISSUES).map(toDetail), lead);
}

/**
 * The keys beside a fault that mean nothing there and resemble one that does: what is missing may be there under a
 * misspelt name. Where unknown keys are faults by themselves, they are told already.
 */
function misspeltKeys(schema: z.ZodType, body: unknown, faults: readonly Issue[]): Issue[] {
  const told = faults.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [path.join('.')] : []));
  const places = faults.flatMap(({ path }) => [path, path.slice(0, -1)]);
  const unique = new Map(places.map((place) => [place.join('.'), place]));
  for (const place of told) unique.delete(place);
  return [...unique.values()].flatMap((path) => {
    const input = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
    if (!isObject(input) || Array.isArray(input)) return [];
    const known = knownKeys(schema, path.map(String));
    const unknown = Object.keys(input)
      .filter((key) => !known.includes(key))
      .slice(0, MAX_KEYS);
    const keys = unknown.filter((key) => meantKeys([key], known).length > 0);
    const message = `Unrecognized key${keys.length === 1 ? '' : 's'}, did you mean ${oneOf(meantKeys(keys, known), 'and')}?`;
    return keys.length === 0 ? [] : [{ code: 'unrecognized_keys' as const, keys, path, message, input }];
  });
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

/**
 * Checks the query of a request. An empty parameter is a fault: without it, the answer would have more than was asked
 * for. Parameters that the schema ignores are not checked.
 * @throws ApiError 400
 */
export function readQuery<S extends z.ZodObject>(schema: S, query: Record<string, unknown>, lead = ''): z.output<S> {
  const isStrict = schema.def.catchall?._zod.def.type === 'never';
  const faults = Object.entries(query).flatMap(([name, value]): WireIssue[] => {
    if (!isStrict && !Object.hasOwn(schema.shape, name)) return [];
    if (Array.isArray(value)) return [{ code: 'custom', path: [shorten(name)], message: 'Must be given once' }];
    if (value !== '') return [];
    return [{ code: 'custom', path: [shorten(name)], message: 'Must have a value, or be left out' }];
  });
  if (faults.length > 0) throw refuse(faults.slice(0, MAX_ISSUES), lead);
  return readWire(schema, query, lead);
}

/** The faults of a union: those of the alternative that was meant, with their whole path. */
function faultsOf(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== '') return [issue];
  const meant = issue.errors.find((faults) => !faults.some(isOfOtherType));
  if (meant === undefined) return [{ code: 'custom', path: issue.path, message: typesMessage(issue) }];
  return meant.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })).flatMap(faultsOf);
}

/** True when the value has another type than this alternative, so that this one was not meant. */
function isOfOtherType({ code, path, input }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || (code === 'invalid_value' && typeof input !== 'string'));
}

function typesMessage({ errors, input, path }: UnionIssue): string {
  const types = errors.map(([fault]) => nounOf(fault?.code === 'invalid_type' ? fault.expected : 'string'));
  return `Must be ${oneOf([...new Set(types)])}, not ${quoteGiven(input, path)}`;
}

/** A fault as clients know it: code, path, message, and what a program can use of the rule. */
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
