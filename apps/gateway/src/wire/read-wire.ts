import type { z } from 'zod';
import { ApiError } from '../edge/api-error';

type Issue = z.core.$ZodIssue;

/** An answer is for reading, and must not grow with the mistakes of a body of ten megabytes. */
const MAX_ISSUES = 20;
const MAX_KEYS_NAMED = 20;
const MAX_TEXT = 1000;
const MAX_DETAILS = 64 * 1024;

/**
 * Checks a body against its schema.
 * @throws ApiError 400 that names the first field at fault in its text and all of them in `details`
 */
export function readWire<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { issues } = result.error;
  const first = deepest(issues[0]!);
  throw new ApiError(400, describe(first).slice(0, MAX_TEXT), { code: 'BAD_REQUEST', details: toDetails(issues) });
}

/** The issues as they are, as far as they can be read; of those that run on, what and where. */
function toDetails(issues: readonly Issue[]): unknown[] {
  let room = MAX_DETAILS;
  return issues.slice(0, MAX_ISSUES).map((issue) => {
    const { code, path, message } = issue;
    const size = JSON.stringify(issue).length;
    room -= size;
    return room >= 0 ? issue : { code, path: path.slice(0, 10).map(shorten), message: message.slice(0, MAX_TEXT) };
  });
}

const shorten = (key: PropertyKey) => (typeof key === 'number' ? key : String(key).slice(0, 100));

/** The issue in which a caller recognises the mistake: in a union that of the alternative that was meant. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const candidates = issue.errors
    .map((issues) => issues[0])
    .filter((inner) => inner !== undefined)
    .map((inner) => deepest({ ...inner, path: [...issue.path, ...inner.path] }));
  return candidates.sort((a, b) => closeness(b) - closeness(a))[0] ?? issue;
}

/** The further in the mistake is, the more of the alternative matched; another type altogether matched nothing. */
function closeness(issue: Issue): number {
  return issue.path.length * 2 + (issue.code === 'invalid_type' ? 0 : 1);
}

function describe(issue: Issue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.slice(0, MAX_KEYS_NAMED).map((key) => (path === '' ? key : `${path}.${key}`));
    return `${keys.join(', ')}: Unrecognized key; see the API documentation of this version at /docs`;
  }
  if (issue.code === 'invalid_key') return `${path}: ${issue.issues[0]?.message ?? issue.message}`;
  // JSON knows no undefined: who sent it sent nothing.
  if (issue.code === 'invalid_type' && issue.message.endsWith(', received undefined')) {
    return path === '' ? 'A JSON body is required' : `${path} is required`;
  }
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
