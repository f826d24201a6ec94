import { z } from 'zod';
import { oneOf, quoteGiven } from '../errors/describe-fault';
import { NAME_MAX_CHARS, text } from './bounds';

const absent = 'is not available in this installation';

/** The words for a field that stands for something that is not there, unless it asks for nothing of it. */
const refusing = (feature: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : `${feature} ${absent}`),
});

/** A switch that only says "no" here: to take "yes" and do nothing would be a lie. */
export const absentSwitch = (feature: string) =>
  z.literal(false, refusing(feature)).nullish().describe(`${feature} ${absent}, so only \`false\` is accepted`);

/**
 * A field that cannot be honoured here at all. Client libraries send null where their user has said nothing; a schema of
 * null alone is for openapi-fetch a field that is never sent, and its clients do not compile.
 */
export const absentField = (feature: string) =>
  z.literal(false, refusing(feature)).nullish().describe(`${feature} ${absent}`);

/** Settings of a feature that cannot be honoured here; switched off they ask for nothing. */
export const absentMode = (feature: string) =>
  z
    .strictObject({ mode: z.literal('off', refusing(feature)).optional() }, refusing(feature))
    .nullish()
    .describe(`${feature} ${absent}, so only the mode \`off\` is accepted`);

/** Formats that newer clients of this interface know. */
const ABSENT_FORMATS = new Set([
  'product',
  'menu',
  'audio',
  'video',
  'question',
  'highlights',
  'query',
  'deterministicJson',
  'rawBase64',
]);

/** Parsers that they know. */
const ABSENT_PARSERS = new Set(['image']);

/**
 * The words for what is no format, by name or as an object with a `type`. `names` are those there are; `advice` is for
 * names that are written otherwise here.
 */
export const refusingFormat = (names: readonly string[], advice: Readonly<Record<string, string>>) => ({
  error: ({ input, code }: { input?: unknown; code?: string }) => {
    const name = typeOf(input);
    if (name === undefined || code === 'invalid_type') return undefined;
    if (Object.hasOwn(advice, name)) return advice[name];
    if (ABSENT_FORMATS.has(name)) return `The format ${name} ${absent}, which has ${oneOf(names, 'and')}`;
    return `Must be ${oneOf(names)}, not ${quoteGiven(name)}`;
  },
});

export const refusingParser = {
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' && ABSENT_PARSERS.has(input) ? `The parser ${input} ${absent}, which has pdf` : undefined,
};

/** A name, or the `type` of an object. */
function typeOf(input: unknown): string | undefined {
  const name = typeof input === 'object' && input !== null && 'type' in input ? input.type : input;
  return typeof name === 'string' ? name : undefined;
}

/** Keys that client libraries send, and that mean nothing to this service. */
const ignored = 'Accepted for the sake of client libraries; without effect';

export const ignoredShape = {
  fastMode: z.boolean().optional().describe(ignored),
  useMock: text(NAME_MAX_CHARS).optional().describe(ignored),
  __experimental_omce: z.boolean().optional().describe(ignored),
  __experimental_omceDomain: text(NAME_MAX_CHARS).optional().describe(ignored),
  __searchPreviewToken: text(NAME_MAX_CHARS).optional().describe(ignored),
};
