import { type Format, Viewport } from '@orbweaver/core';
import { z } from 'zod';
import { absentField, refusingFormat } from '../wire/absent-features';
import { listOf, MAX_FORMATS, promptText, SELECTOR_MAX_CHARS, text } from '../wire/bounds';
import { changeTrackingShape, TRACKING_NEEDS_MARKDOWN } from '../wire/change-tracking';
import { jsonSchema } from '../wire/json-schema';

type PlainName = 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'summary' | 'branding';

/** Maximum selectors; each traverses the page once. */
const MAX_ATTRIBUTES = 100;
const MAX_ATTRIBUTE_CHARS = 200;

/** The Python client sends null for unset fields of JsonFormat. */
const nullAsAbsent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const plain = <N extends PlainName>(name: N) => z.strictObject({ type: z.literal(name) });

const formatObjects = [
  plain('markdown').describe('Content as Markdown'),
  plain('html').describe('Cleaned HTML'),
  plain('rawHtml').describe('HTML as received or rendered'),
  plain('links').describe(
    'Unique absolute links of the page; with `onlyMainContent`, without links in header, navigation, footer and sidebars',
  ),
  plain('images').describe('Unique absolute image URLs of the page'),
  plain('summary').describe('Short summary. Requires a language model'),
  plain('branding').describe('Colors, fonts, typography, spacing, components and logo, as rendered by a browser'),
  z
    .object({
      type: z.literal('screenshot'),
      fullPage: z.boolean().default(false).describe('Capture the whole page instead of the viewport'),
      quality: z.number().min(1).max(100).optional().describe('JPEG quality. Default: PNG'),
      viewport: z.strictObject(Viewport.shape).optional().describe('Pixels'),
    })
    .describe('Screenshot of the page'),
  z
    .strictObject({
      type: z.literal('json'),
      schema: nullAsAbsent(jsonSchema).describe('JSON Schema of the extracted data'),
      prompt: nullAsAbsent(promptText).describe('What to extract, in natural language'),
      checkPromptInjection: absentField('Checking for prompt injection').transform(() => undefined),
    })
    .describe('Structured data. Requires a language model'),
  z
    .strictObject({
      type: z.literal('changeTracking'),
      ...changeTrackingShape(jsonSchema),
    })
    .describe('Changes since the previous scrape of the page'),
  z
    .strictObject({
      type: z.literal('attributes'),
      selectors: listOf(
        z.strictObject({
          selector: text(SELECTOR_MAX_CHARS).min(1).describe('CSS selector'),
          attribute: text(MAX_ATTRIBUTE_CHARS).min(1).describe('Attribute name, such as `href` or `data-id`'),
        }),
        MAX_ATTRIBUTES,
      ).min(1),
    })
    .describe('Attribute values of elements, unchanged'),
] as const;

const formatTypes = formatObjects.map(({ shape }) => shape.type.value);

const NEEDS_OBJECT = 'attributes';
const named = formatTypes.filter((type) => type !== NEEDS_OBJECT);

const refusal = refusingFormat(formatTypes, {
  'screenshot@fullPage': 'In v2, replace screenshot@fullPage by {"type": "screenshot", "fullPage": true}',
  extract: 'In v2, use the format json instead of extract',
});

export const FormatObject = z.discriminatedUnion('type', formatObjects, refusal);

/** Accepts all types first, so that errors list all of them. */
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
  .describe('Output formats, as names or objects with options. An empty list returns only metadata');

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

export function toCoreFormats(formats: z.output<typeof Formats>): Format[] {
  const byType = new Map<string, Format>();
  for (const format of formats) {
    const core = typeof format === 'string' ? FormatObject.parse({ type: format }) : format;
    if (!byType.has(core.type)) byType.set(core.type, core);
  }
  return [...byType.values()];
}
