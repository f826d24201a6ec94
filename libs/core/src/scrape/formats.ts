import { z } from 'zod';

/** Pixels. The bounds are those of the public interface (8K). */
export const Viewport = z.object({
  width: z.int().min(1).max(7680),
  height: z.int().min(1).max(4320),
});
export type Viewport = z.infer<typeof Viewport>;

/**
 * One output that the caller asks for. `type` is also the key of the output in the document.
 * A new format is one member here, one entry of the table in extraction's `formats/`, and one line in the wire schema.
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
    /** 1 to 100; present: JPEG of that quality, absent: PNG. */
    quality: z.number().min(1).max(100).optional(),
    viewport: Viewport.optional(),
  }),
  z.object({
    type: z.literal('json'),
    /** The document's key: v1 `extract` and `json` are the same extraction under two names. */
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
