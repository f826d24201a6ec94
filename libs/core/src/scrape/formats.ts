import { z } from 'zod';

/** Pixels. Limits of the public API (8K). */
export const Viewport = z.object({
  width: z.int().min(1).max(7680),
  height: z.int().min(1).max(4320),
});
export type Viewport = z.infer<typeof Viewport>;

/**
 * A requested output. `type` is its key in the document. To add one: a member here, an entry in extraction's
 * `formats/`, a line in the wire schema.
 */
export const Format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('markdown') }),
  z.object({ type: z.literal('html') }),
  z.object({ type: z.literal('rawHtml') }),
  z.object({ type: z.literal('links') }),
  z.object({ type: z.literal('images') }),
  z.object({
    type: z.literal('attributes'),
    selectors: z.array(z.object({ selector: z.string(), attribute: z.string() })),
  }),
  z.object({ type: z.literal('summary') }),
  z.object({ type: z.literal('branding') }),
  z.object({
    type: z.literal('screenshot'),
    fullPage: z.boolean(),
    /** 1 to 100 for JPEG; absent: PNG. */
    quality: z.number().min(1).max(100).optional(),
    viewport: Viewport.optional(),
  }),
  z.object({
    type: z.literal('json'),
    /** Response key: `extract` of v1 is `json` by another name. */
    key: z.enum(['json', 'extract']).optional(),
    schema: z.unknown().optional(),
    prompt: z.string().optional(),
  }),
  z.object({
    type: z.literal('changeTracking'),
    modes: z.array(z.enum(['json', 'git-diff'])),
    schema: z.unknown().optional(),
    prompt: z.string().optional(),
    tag: z.string().nullable(),
  }),
]);
export type Format = z.infer<typeof Format>;
export type FormatType = Format['type'];
