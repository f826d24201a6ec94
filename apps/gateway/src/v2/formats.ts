import { type Format, Viewport } from '@orbweaver/core';
import { z } from 'zod';
import { absentField, refusingFormat } from '../wire/absent-features';
import { listOf, MAX_FORMATS, promptText, SELECTOR_MAX_CHARS, text } from '../wire/bounds';
import { changeTrackingShape, TRACKING_NEEDS_MARKDOWN } from '../wire/change-tracking';
import { jsonSchema } from '../wire/json-schema';

type PlainName = 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'summary' | 'branding';

/** Selectors of a request; each is one walk over the page. */
const MAX_ATTRIBUTES = 100;
const MAX_ATTRIBUTE_CHARS = 200;

/** The Python client sends null for every field of its JsonFormat that its user leaves out. */
const nullAsAbsent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const plain = <N extends PlainName>(name: N) => z.strictObject({ type: z.literal(name) });

const formatObjects = [
  plain('markdown').describe('The content as Markdown'),
  plain('html').describe('The cleaned HTML'),
  plain('rawHtml').describe('The HTML as it came or was rendered'),
  plain('links').describe(
    'Links of the page, absolute and unique; with `onlyMainContent`, without those of header, navigation, footer and sidebars',
  ),
  plain('images').describe('The images of the page, absolute and unique'),
  plain('summary').describe('A short summary; needs a language model'),
  plain('branding').describe('Colors, fonts, typography, spacing, components and logo, as a browser shows them'),
  z
    .object({
      type: z.literal('screenshot'),
      fullPage: z.boolean().default(false).describe('The whole page instead of what one screen shows'),
      quality: z.number().min(1).max(100).optional().describe('Present: JPEG of that quality; absent: PNG'),
      viewport: z.strictObject(Viewport.shape).optional().describe('Pixels'),
    })
    .describe('A picture of the page'),
  z
    .strictObject({
      type: z.literal('json'),
      schema: nullAsAbsent(jsonSchema).describe('JSON Schema of what to extract'),
      prompt: nullAsAbsent(promptText).describe('What to extract, in words'),
      checkPromptInjection: absentField('Checking for prompt injection').transform(() => undefined),
    })
    .describe('Structured data; needs a language model'),
  z
    .strictObject({
      type: z.literal('changeTracking'),
      ...changeTrackingShape(jsonSchema),
    })
    .describe('What changed since the last scrape of the page'),
  z
    .strictObject({
      type: z.literal('attributes'),
      selectors: listOf(
        z.strictObject({
          selector: text(SELECTOR_MAX_CHARS).min(1).describe('CSS selector'),
          attribute: text(MAX_ATTRIBUTE_CHARS).min(1).describe('Its name, such as `href` or `data-id`'),
        }),
        MAX_ATTRIBUTES,
      ).min(1),
    })
    .describe('The values of attributes of elements, as they stand in the page'),
] as const;

const formatTypes = formatObjects.map(({ shape }) => shape.type.value);

const NEEDS_OBJECT = 'attributes';
const named = formatTypes.filter((type) => type !== NEEDS_OBJECT);

const refusal = refusingFormat(formatTypes, {
  'screenshot@fullPage': 'In v2 screenshot@fullPage is written {"type": "screenshot", "fullPage": true}',
  extract: 'In v2 the format extract is called json',
});

export const FormatObject = z.discriminatedUnion('type', formatObjects, refusal);

/** Takes all types, so that a refusal lists them all, and then says of one that it needs an object. */
const FormatName = z
  .enum(formatTypes, refusal)
  .superRefine((name, context) => {
    if (name !== NEEDS_OBJECT) return;
    const message = 'attributes needs an object: {"type": "attributes", "selectors": […]}';
    context.addIssue({ code: 'invalid_value', values: named, message });
  })
  .meta({ enum: named });

type FormatObject = z.output<typeof FormatObject>;

export const Formats = listOf(z.union([FormatName, FormatObject]), MAX_FORMATS)
  .superRefine(checkFormats)
  .default(['markdown'])
  .describe('Output formats, by name or as objects with options; none: metadata only');

function checkFormats(formats: (z.output<typeof FormatName> | FormatObject)[], context: z.RefinementCtx): void {
  const types = formats.map((format) => (typeof format === 'string' ? format : format.type));
  const objectTypes = formats.flatMap((format) => (typeof format === 'string' ? [] : [format.type]));
  const isRepeated = (type: FormatObject['type'], among: readonly string[]) =>
    among.indexOf(type) !== among.lastIndexOf(type);
  for (const type of ['screenshot', 'attributes'] as const) {
    if (isRepeated(type, types)) refuseRepeated(type, context);
  }
  // Each of these formats has a schema to compile.
  for (const type of ['json', 'changeTracking'] as const) {
    if (isRepeated(type, objectTypes)) refuseRepeated(type, context);
  }
  if (types.includes('changeTracking') && !types.includes('markdown')) {
    context.addIssue({ code: 'custom', message: TRACKING_NEEDS_MARKDOWN });
  }
}

function refuseRepeated(type: string, context: z.RefinementCtx): void {
  context.addIssue({ code: 'custom', message: `You may only specify one ${type} format` });
}

/** Of several formats of one type the first counts. */
export function toCoreFormats(formats: z.output<typeof Formats>): Format[] {
  const byType = new Map<string, Format>();
  for (const format of formats) {
    const core = typeof format === 'string' ? FormatObject.parse({ type: format }) : format;
    if (!byType.has(core.type)) byType.set(core.type, core);
  }
  return [...byType.values()];
}
