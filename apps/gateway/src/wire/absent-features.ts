import { z } from 'zod';
import { adviseOnWord } from '../errors/advise-on-keys';
import { oneOf, quoteGiven } from '../errors/wording';
import { NAME_MAX_CHARS, text } from './bounds';

const absent = 'is not available in this installation';

/** Refuses a field of a feature that this service lacks, unless the field is absent. */
const refusing = (feature: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : `${feature} ${absent}`),
});

/**
 * A field of a feature that this service lacks: to accept a wish without an effect would mislead callers. Client
 * libraries send null when their user sets nothing. The schema is not null alone, because openapi-fetch makes of that a
 * field that is never sent, and its clients do not compile.
 */
export const absentField = (feature: string) =>
  z
    .literal(false, refusing(feature))
    .nullish()
    .describe(`${feature} ${absent}, so only \`false\` and null are accepted`);

/** Settings of a feature that this service lacks; only switched off they are accepted. */
export const absentMode = (feature: string) =>
  z
    .strictObject({ mode: z.literal('off', refusing(feature)).optional() }, refusing(feature))
    .nullish()
    .describe(`${feature} ${absent}, so only the mode \`off\` is accepted`);

/** Formats of newer clients that this service lacks. */
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

/** Parsers of newer clients that this service lacks. */
const ABSENT_PARSERS = new Set(['image']);

/**
 * Refuses an unknown format, given by name or as an object with a `type`. `names`: the known formats; `advice`: the
 * answer to a name that is written differently in this version.
 */
export const refusingFormat = (names: readonly string[], advice: Readonly<Record<string, string>>) => ({
  error: ({ input, code }: { input?: unknown; code?: string }) => {
    const name = typeOf(input);
    if (name === undefined || code === 'invalid_type') return undefined;
    if (Object.hasOwn(advice, name)) return advice[name];
    if (ABSENT_FORMATS.has(name)) return `The format ${name} ${absent}, which has ${oneOf(names, 'and')}`;
    return `Must be ${oneOf(names)}, not ${quoteGiven(name)}${adviseOnWord(name, names)}`;
  },
});

export const refusingParser = {
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' && ABSENT_PARSERS.has(input) ? `The parser ${input} ${absent}, which has pdf` : undefined,
};

/** The name itself, or the `type` of an object. */
function typeOf(input: unknown): string | undefined {
  const name = typeof input === 'object' && input !== null && 'type' in input ? input.type : input;
  return typeof name === 'string' ? name : undefined;
}

/** Of fields that client libraries send and that have no meaning here. */
export const ignored = 'Accepted for the sake of client libraries; without effect';

export const ignoredShape = {
  fastMode: z.boolean().optional().describe(ignored),
  useMock: text(NAME_MAX_CHARS).optional().describe(ignored),
  __experimental_omce: z.boolean().optional().describe(ignored),
  __experimental_omceDomain: text(NAME_MAX_CHARS).optional().describe(ignored),
  __searchPreviewToken: text(NAME_MAX_CHARS).optional().describe(ignored),
};
