import type { z } from 'zod';
import { ApiError } from '../edge/api-error';

type Issue = z.core.$ZodIssue;

/**
 * Checks a body against its schema.
 * @throws ApiError 400 that names the first field at fault in its text and all of them in `details`
 */
export function readWire<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { issues } = result.error;
  const first = issues[0]!;
  throw new ApiError(400, describe(deepest(first)), { code: 'BAD_REQUEST', details: issues });
}

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
    const keys = issue.keys.map((key) => (path === '' ? key : `${path}.${key}`));
    return `${keys.join(', ')}: Unrecognized key; see the API documentation of this version at /docs`;
  }
  if (issue.code === 'invalid_key') return `${path}: ${issue.issues[0]?.message ?? issue.message}`;
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
