import type { Format } from '@orbweaver/core';
import { z } from 'zod';
import { refusingFormat } from '../wire/absent-features';
import { listOf, MAX_FORMATS, NAME_MAX_CHARS, promptText, text } from '../wire/bounds';
import { changeTrackingShape, TRACKING_NEEDS_MARKDOWN } from '../wire/change-tracking';
import { jsonSchema } from '../wire/json-schema';

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
  'branding',
] as const;

export const FormatName = z.enum(
  names,
  refusingFormat(names, {
    images: 'The format images requires v2',
    attributes: 'The format attributes requires v2',
  }),
);

export const Formats = listOf(FormatName, MAX_FORMATS)
  .default(['markdown'])
  .describe('Output formats. An empty list returns only metadata. `json` and `changeTracking` have separate options');

const agent = z
  .object({ model: text(NAME_MAX_CHARS).optional(), prompt: promptText.optional() })
  .nullish()
  .describe('Agents are not available in this installation');

export const ExtractOptions = z.strictObject({
  mode: z.literal('llm').optional(),
  schema: jsonSchema.optional().describe('JSON Schema of the extracted data'),
  systemPrompt: promptText.optional().describe('Accepted, but ignored'),
  prompt: promptText.optional().describe('What to extract, in natural language'),
  temperature: z.number().optional().describe('Accepted, but ignored'),
  agent,
});

export const ChangeTrackingOptions = z.object(changeTrackingShape(jsonSchema));

export interface FormatFields {
  formats: z.output<typeof Formats>;
  jsonOptions?: z.output<typeof ExtractOptions>;
  extract?: z.output<typeof ExtractOptions>;
  changeTrackingOptions?: z.output<typeof ChangeTrackingOptions>;
}

export function checkFormats(options: FormatFields, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const has = (name: z.output<typeof FormatName>) => options.formats.includes(name);
  if (options.formats.filter((name) => name.startsWith('screenshot')).length > 1) {
    refuse('formats', 'You may only specify either screenshot or screenshot@fullPage');
  }
  if (has('changeTracking') && !has('markdown')) {
    refuse('formats', TRACKING_NEEDS_MARKDOWN);
  }
  if (has('json') !== (options.jsonOptions !== undefined)) refuse('jsonOptions', OPTIONS_MISSING);
  if (has('extract') !== (options.extract !== undefined)) refuse('extract', OPTIONS_MISSING);
}

const OPTIONS_MISSING =
  "When 'extract' or 'json' format is specified, corresponding options must be provided, and vice versa";

/** Removes repeated formats. */
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
