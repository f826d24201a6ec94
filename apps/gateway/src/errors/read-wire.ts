import type { z } from 'zod';
import { refuse, type WireIssue } from './api-error';
import { cut, describeFault, nounOf, oneOf, quoteGiven } from './describe-fault';

type Issue = z.core.$ZodIssue;
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>;

/** An answer is for reading, and must not grow with the mistakes of a body of ten megabytes. */
const MAX_ISSUES = 20;
const MAX_PATH = 10;
const MAX_KEYS = 20;
const MAX_KEY_CHARS = 100;

/**
 * Checks a body against its schema. `lead` stands before the sentences.
 * @throws ApiError 400 that says what is wrong, one sentence a fault, and has all of them in `details`
 */
export function readWire<S extends z.ZodType>(schema: S, body: unknown, lead = ''): z.output<S> {
  const result = schema.safeParse(body, { error: describeFault, reportInput: true });
  if (result.success) return result.data;
  const faults = result.error.issues.slice(0, MAX_ISSUES).flatMap(faultsOf);
  throw refuse(faults.slice(0, MAX_ISSUES).map(toDetail), lead);
}

/**
 * Checks the query of a request. A parameter without a value is a mistake: left out of the question, it would be
 * answered with more than was asked for. Of parameters that the schema lets pass unread nothing is asked.
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

/** Of alternatives the faults of the one that was meant, with the whole path to them. */
function faultsOf(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== '') return [issue];
  const meant = issue.errors.find((faults) => !faults.some(isOfOtherType));
  if (meant === undefined) return [{ code: 'custom', path: issue.path, message: typesMessage(issue) }];
  return meant.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })).flatMap(faultsOf);
}

/** A text where an object may stand is nothing of that object. */
function isOfOtherType({ code, path, input }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || (code === 'invalid_value' && typeof input !== 'string'));
}

function typesMessage({ errors, input, path }: UnionIssue): string {
  const types = errors.map(([fault]) => nounOf(fault?.code === 'invalid_type' ? fault.expected : 'string'));
  return `Must be ${oneOf([...new Set(types)])}, not ${quoteGiven(input, path)}`;
}

/** As clients know issues: code, path and message, and what a program can read of the rule. */
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
