import { z } from 'zod';

/**
 * How a rendered page looks, in numbers: what branding is made of. It comes from a process that ran the page, so it is
 * checked like any input.
 */

const MAX_TEXT_CHARS = 300;
/** Of a logo that is drawn in the page. */
const MAX_SVG_CHARS = 20_000;
const MAX_URL_CHARS = 8_192;

const color = z.string().regex(/^#[0-9a-f]{6}$/);
const text = z.string().max(MAX_TEXT_CHARS);
const amount = z.number().min(0).max(1e12);
const px = z.number().min(0).max(1e6);
const list = <T extends z.ZodType>(item: T, max: number) => z.array(item).max(max);

const box = {
  background: color.optional(),
  color,
  border: color.optional(),
  /** Top left, top right, bottom right, bottom left. */
  corners: z.tuple([px, px, px, px]),
  shadow: text,
};

export const StyleSample = z.object({
  /** How much of the page is painted so, in pixels; the first is that of the page itself. */
  backgrounds: list(z.object({ color, area: amount }), 60),
  texts: list(z.object({ color, chars: amount }), 60),
  links: list(z.object({ color, chars: amount }), 60),
  fonts: list(z.object({ stack: text, role: z.enum(['heading', 'body', 'code']), chars: amount }), 60),
  /** Pixels. */
  sizes: z.partialRecord(z.enum(['h1', 'h2', 'h3', 'body', 'small']), px),
  /** As multiples of the font's size. */
  lineHeights: z.partialRecord(z.enum(['heading', 'body']), z.number().min(0).max(100)),
  weights: list(z.object({ weight: z.number().min(1).max(1000), chars: amount }), 20),
  paddings: list(z.object({ px, count: amount }), 100),
  margins: list(z.object({ px, count: amount }), 100),
  gaps: list(z.object({ px, count: amount }), 100),
  radii: list(z.object({ px, count: amount }), 100),
  buttons: list(z.object({ ...box, area: amount, top: z.number() }), 60),
  inputs: list(z.object({ ...box, focusBorder: color.optional() }), 20),
  logos: list(
    z.object({
      /** An address as the page has it resolved, or the element itself. */
      image: z.union([
        z.object({ url: z.string().max(MAX_URL_CHARS) }),
        z.object({ svg: z.string().max(MAX_SVG_CHARS) }),
      ]),
      href: z.string().max(MAX_URL_CHARS).optional(),
      alt: text.optional(),
      inHeader: z.boolean(),
      leadsHome: z.boolean(),
      /** Its names or its address have the word. */
      saysLogo: z.boolean(),
      top: z.number(),
      width: px,
      height: px,
    }),
    30,
  ),
  /** Custom properties of the page that are colors, by their names without dashes in front. */
  variables: list(z.object({ name: text, color }), 400),
  layout: z.object({
    headerHeight: px.optional(),
    footerHeight: px.optional(),
    maxWidth: px.optional(),
    columns: z.number().min(1).max(100).optional(),
  }),
  transitions: list(z.object({ duration: text, easing: text, count: amount }), 30),
  icons: z.object({ filled: amount, outlined: amount, color: color.optional() }),
});
export type StyleSample = z.infer<typeof StyleSample>;
