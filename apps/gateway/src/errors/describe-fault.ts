import type { z } from 'zod';
import { adviseOnKeys, adviseOnWord } from './advise-on-keys';
import { oneOf, quoteGiven } from './wording';

type RawIssue = z.core.$ZodRawIssue;
type IssueOf<C extends RawIssue['code']> = Extract<RawIssue, { code: C }>;

export const REQUIRED = 'Required';

/** The zod error map of the API: states the valid and the given value. Empty for a union, whose members have the faults. */
export function describeFault(issue: RawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'invalid_union') return REQUIRED;
  switch (issue.code) {
    case 'invalid_type':
      return mustBeMessage(numberOf(issue) ?? nounOf(issue.expected), issue);
    case 'invalid_value':
      return mustBeMessage(oneOf(issue.values), issue);
    case 'too_small':
      return boundMessage(issue, issue.minimum === 1 ? undefined : [issue.minimum, 'at least']);
    case 'too_big':
      return boundMessage(issue, [issue.maximum, 'at most']);
    case 'invalid_format':
      return mustBeMessage(issue.format === 'uuid' ? 'a UUID' : `of the form ${issue.pattern ?? issue.format}`, issue);
    case 'unrecognized_keys':
      return unknownKeysMessage(issue);
    case 'invalid_union':
      return issue.discriminator === undefined ? '' : discriminatorMessage(issue, issue.discriminator);
    case 'invalid_key':
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}

/** Custom description of the valid values of a field. */
export const mustBe = (what: string) => ({
  error: (issue: RawIssue) => (issue.code === 'invalid_type' ? undefined : mustBeMessage(what, issue)),
});

function mustBeMessage(what: string, issue: RawIssue): string {
  const { input, path } = issue;
  const advice = issue.code === 'invalid_value' ? adviseOnWord(input, issue.values) : '';
  return `Must be ${what}, not ${quoteGiven(input, path)}${advice}`;
}

const NOUNS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'an integer',
  object: 'an object',
  record: 'an object',
};

export const nounOf = (type: string) => NOUNS[type] ?? `a ${type}`;

/** Shows only the size of a string or list. Without `bound` it must not be empty. */
function boundMessage(issue: IssueOf<'too_small' | 'too_big'>, bound: [number | bigint, string] | undefined): string {
  const { input } = issue;
  if (typeof input !== 'string' && !Array.isArray(input))
    return mustBeMessage(numberOf(issue) ?? 'of another size', issue);
  if (bound === undefined) return 'Must not be empty';
  const [count, limit] = bound;
  return `Must have ${limit} ${count} ${typeof input === 'string' ? 'characters' : 'items'}, not ${input.length}`;
}

/** The range of a numeric field, such as `an integer from 1 to 100`. */
function numberOf({ schema, inst }: RawIssue): string | undefined {
  const { def } = ((schema ?? inst) as z.ZodNumber | undefined)?._zod ?? {};
  if (def?.type !== 'number') return undefined;
  const isInteger = 'format' in def && def.format === 'safeint';
  const noun = isInteger ? 'an integer' : 'a number';
  const checks = (def.checks ?? []).map((check) => check._zod.def as NumberCheck);
  // Of several bounds, zod applies the tightest.
  const least = tightest(checks, 'greater_than', (a, b) => b - a);
  const most = tightest(checks, 'less_than', (a, b) => a - b);
  if (least !== undefined && (least.inclusive || isInteger)) {
    const first = least.inclusive ? least.value : least.value + 1;
    return most === undefined ? `${noun} of at least ${first}` : `${noun} from ${first} to ${most.value}`;
  }
  const above = least === undefined ? [] : [`above ${least.value}`];
  const upTo = most === undefined ? [] : [`up to ${most.value}`];
  return [noun, [...above, ...upTo].join(' and ')].join(' ').trimEnd();
}

const tightest = (checks: NumberCheck[], kind: string, order: (a: number, b: number) => number) =>
  checks.filter(({ check }) => check === kind).sort((a, b) => order(a.value, b.value))[0];

interface NumberCheck {
  check: string;
  value: number;
  inclusive: boolean;
}

function unknownKeysMessage({ keys, inst }: IssueOf<'unrecognized_keys'>): string {
  const known = inst !== undefined && 'shape' in inst ? (inst.shape as Record<string, z.ZodType>) : {};
  const lead = keys.length === 1 ? 'Unrecognized key' : 'Unrecognized keys';
  return `${lead}${adviseOnKeys(keys, known)}; see the API documentation of this version at /docs`;
}

function discriminatorMessage({ input, options }: IssueOf<'invalid_union'>, discriminator: string): string {
  const given = (input as Record<string, unknown>)[discriminator];
  const values = (options as unknown[] | undefined) ?? [];
  const choices = oneOf(values);
  if (given === undefined) return `${REQUIRED}: ${choices}`;
  return `Must be ${choices}, not ${quoteGiven(given)}${adviseOnWord(given, values)}`;
}
