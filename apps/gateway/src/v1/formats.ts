import type { Format } from '@orbweaver/core';
import { z } from 'zod';
import { refusingFormat } from '../wire/absent-features';
import { listOf, MAX_FORMATS, NAME_MAX_CHARS, promptText, text } from '../wire/bounds';
import { changeTrackingShape, TRACKING_NEEDS_MARKDOWN } from '../wire/change-tracking';
import { checkedJsonSchema } from '../wire/json-schema';

const names = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'screenshot',
  'screenshot@fullPage',
  'json',
  'extract',
  'changeTracking',
  'summary',
] as const;

export const FormatName = z.enum(
  names,
  refusingFormat(names, {
    images: 'v1 has no format images, v2 has',
    branding: 'v1 has no format branding, v2 has',
    attributes: 'v1 has no format attributes, v2 has',
  }),
);

export const Formats = listOf(FormatName, MAX_FORMATS)
  .default(['markdown'])
  .describe('Output formats; none: metadata only. `json` and `changeTracking` have options of their own');

const agent = z
  .object({ model: text(NAME_MAX_CHARS).optional(), prompt: promptText.optional() })
  .nullish()
  .describe('An agent that operates the page: not available in this installation');

export const ExtractOptions = z.strictObject({
  mode: z.literal('llm').optional(),
  schema: checkedJsonSchema.optional().describe('JSON Schema of what to extract'),
  systemPrompt: promptText.optional().describe('Accepted; the service has one of its own'),
  prompt: promptText.optional().describe('What to extract, in words'),
  temperature: z.number().optional().describe('Accepted; without effect'),
  agent,
});

export const ChangeTrackingOptions = z.object(changeTrackingShape(checkedJsonSchema));

export interface FormatFields {
  formats: z.output<typeof Formats>;
  jsonOptions?: z.output<typeof ExtractOptions>;
  extract?: z.output<typeof ExtractOptions>;
  changeTrackingOptions?: z.output<typeof ChangeTrackingOptions>;
}

export function checkFormats(options: FormatFields, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const asked = (name: z.output<typeof FormatName>) => options.formats.includes(name);
  if (options.formats.filter((name) => name.startsWith('screenshot')).length > 1) {
    refuse('formats', 'You may only specify either screenshot or screenshot@fullPage');
  }
  if (asked('changeTracking') && !asked('markdown')) {
    refuse('formats', TRACKING_NEEDS_MARKDOWN);
  }
  if (asked('json') !== (options.jsonOptions !== undefined)) refuse('jsonOptions', OPTIONS_MISSING);
  if (asked('extract') !== (options.extract !== undefined)) refuse('extract', OPTIONS_MISSING);
}

const OPTIONS_MISSING =
  "When 'extract' or 'json' format is specified, corresponding options must be provided, and vice versa";

/** A repeated format counts once. */
export function toCoreFormats(options: FormatFields): Format[] {
  return [...new Set(options.formats)].map((name): Format => {
    switch (name) {
      case 'screenshot':
        return { type: 'screenshot', fullPage: false };
      case 'screenshot@fullPage':
        return { type: 'screenshot', fullPage: true };
      case 'json':
        return { type: 'json', key: 'json', schema: options.jsonOptions?.schema, prompt: options.jsonOptions?.prompt };
      case 'extract':
        return { type: 'json', key: 'extract', schema: options.extract?.schema, prompt: options.extract?.prompt };
      case 'changeTracking':
        return { type: 'changeTracking', modes: [], tag: null, ...options.changeTrackingOptions };
      default:
        return { type: name };
    }
  });
}
