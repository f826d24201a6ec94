import { z } from 'zod';
import { NAME_MAX_CHARS, text } from './bounds';

const absent = 'is not enabled in this installation';

/** A switch that only says "no" here: to take "yes" and do nothing would be a lie. */
export const absentSwitch = (feature: string) =>
  z
    .boolean()
    .refine((on) => !on, `${feature} ${absent}`)
    .optional()
    .describe(`${feature}: ${absent}, so only \`false\` is accepted`);

/** A field that cannot be honoured here at all. */
export const absentField = (feature: string) =>
  z
    .unknown()
    .refine((value) => value === undefined, `${feature} ${absent}`)
    .optional()
    .describe(`${feature}: ${absent}`);

/** Keys that client libraries send, and that mean nothing to this service. */
const ignored = 'Accepted for the sake of client libraries; without effect';

export const ignoredShape = {
  fastMode: z.boolean().optional().describe(ignored),
  useMock: text(NAME_MAX_CHARS).optional().describe(ignored),
  __experimental_omce: z.boolean().optional().describe(ignored),
  __experimental_omceDomain: text(NAME_MAX_CHARS).optional().describe(ignored),
  __searchPreviewToken: text(NAME_MAX_CHARS).optional().describe(ignored),
};
