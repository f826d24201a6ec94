import type { BrandColor } from '@orbweaver/core';
import { z } from 'zod';

const color = z.string().describe('`#rrggbb`');
const length = z.string().describe('CSS pixels, such as `16px`');
const stack = z.array(z.string());
const colors: readonly BrandColor[] = [
  'primary',
  'secondary',
  'accent',
  'background',
  'textPrimary',
  'textSecondary',
  'link',
  'success',
  'warning',
  'error',
];

const box = z.object({
  background: color.optional(),
  textColor: color.optional(),
  borderColor: color.optional(),
  borderRadius: length.optional(),
  borderRadiusCorners: z
    .object({ topLeft: length, topRight: length, bottomRight: length, bottomLeft: length })
    .optional()
    .describe('Present if the corners differ'),
  shadow: z.string().optional(),
});

/** The `branding` of a document. Fields that cannot be determined are absent. */
export const branding = z
  .object({
    colorScheme: z.enum(['light', 'dark']),
    brandName: z.string().optional(),
    logo: z.string().optional().describe('URL, or data URI of an inline SVG'),
    fonts: z.array(z.object({ family: z.string(), role: z.enum(['body', 'heading', 'code']).optional() })).optional(),
    colors: z.object(
      Object.fromEntries(colors.map((name) => [name, color.optional()])) as Record<
        BrandColor,
        z.ZodOptional<typeof color>
      >,
    ),
    typography: z
      .object({
        fontFamilies: z
          .object({ primary: z.string().optional(), heading: z.string().optional(), code: z.string().optional() })
          .optional(),
        fontStacks: z
          .object({
            primary: stack.optional(),
            heading: stack.optional(),
            body: stack.optional(),
            paragraph: stack.optional(),
          })
          .optional(),
        fontSizes: z
          .object({
            h1: length.optional(),
            h2: length.optional(),
            h3: length.optional(),
            body: length.optional(),
            small: length.optional(),
          })
          .optional(),
        lineHeights: z
          .object({ heading: z.number().optional(), body: z.number().optional() })
          .optional()
          .describe('Multiples of the font size'),
        fontWeights: z
          .object({
            light: z.number().optional(),
            regular: z.number().optional(),
            medium: z.number().optional(),
            bold: z.number().optional(),
          })
          .optional(),
      })
      .optional(),
    spacing: z
      .object({
        baseUnit: z.number().optional().describe('Pixels; most spacings are multiples of it'),
        gridGutter: z.number().optional().describe('Pixels'),
        borderRadius: length.optional(),
      })
      .optional(),
    components: z
      .object({
        buttonPrimary: box.optional(),
        buttonSecondary: box.optional(),
        input: box.extend({ focusBorderColor: color.optional() }).optional(),
      })
      .optional(),
    images: z
      .object({
        logo: z.string().optional(),
        logoHref: z.string().optional(),
        logoAlt: z.string().optional(),
        favicon: z.string().optional(),
        ogImage: z.string().optional(),
      })
      .optional(),
    animations: z.object({ transitionDuration: z.string().optional(), easing: z.string().optional() }).optional(),
    layout: z
      .object({
        grid: z.object({ columns: z.number().optional(), maxWidth: length.optional() }).optional(),
        headerHeight: length.optional(),
        footerHeight: length.optional(),
      })
      .optional(),
  })
  .describe('Brand identity of the site');
