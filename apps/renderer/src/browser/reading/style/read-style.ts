import { unlessAborted } from '@orbweaver/core';
import type { StyleSample } from '@orbweaver/extraction';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { within } from '../../../bounds/until';
import { isolatedWorld } from '../../isolated-world';
import { sampleDeclared } from './sample-declared';
import { type LogoLimits, sampleLogos } from './sample-logos';
import { sampleStyle } from './sample-style';
import { installStyleTools, type StyleLimits } from './style-tools';

/** Designs are visible in far fewer elements. Measuring takes 10 to 20 ms on a typical page, 200 ms at the limit. */
const STYLE: StyleLimits = { maxElements: 5_000, maxMs: 2_000, maxEntries: 200, maxChars: 500, maxVariables: 3_000 };
const LOGOS: LogoLimits = { maxLogos: 12, maxSvgChars: 32 * 1024, maxElements: 400 };
/** Time limit of all measurements, on a busy machine. */
const PATIENCE_MS = 6_000;
/** Logos inlined as data URIs are longer than URLs. */
const MAX_SRC_CHARS = 64 * 1024;

const Color = z.string().regex(/^#[\da-f]{6}$/);
const Measure = z.number().min(0).max(1e12);
const Text = z.string().max(STYLE.maxChars);
const list = <T extends z.ZodType>(of: T) => z.array(of).max(STYLE.maxEntries);

const Box = z.object({
  background: Color.optional(),
  textColor: Color.optional(),
  borderColor: Color.optional(),
  radii: z.array(Measure).length(4),
  shadow: Text.optional(),
  hint: z.enum(['primary', 'secondary']).optional(),
  area: Measure,
});

const Logo = z.object({
  kind: z.enum(['img', 'svg', 'background']),
  src: z
    .string()
    .max(MAX_SRC_CHARS)
    .regex(/^(?:https?:|data:image\/)/)
    .optional(),
  svg: z.string().max(LOGOS.maxSvgChars).optional(),
  alt: Text.optional(),
  href: z.string().max(2048).optional(),
  linksHome: z.boolean(),
  isNamedLogo: z.boolean(),
  inHeader: z.boolean(),
  top: z.number().min(-1e9).max(1e9),
  area: Measure,
});

const Counts = list(z.object({ px: Measure, count: Measure }));

/** Validated, because the page controls the values. */
const Sample = z.object({
  darkCanvas: z.boolean(),
  backgrounds: list(z.object({ color: Color, area: Measure })),
  texts: list(
    z.object({
      role: z.enum(['h1', 'h2', 'h3', 'heading', 'paragraph', 'text', 'small', 'code', 'link', 'control']),
      color: Color,
      fontFamily: Text,
      fontSize: Measure,
      lineHeight: Measure.optional(),
      fontWeight: Measure,
      chars: Measure,
    }),
  ),
  buttons: list(Box),
  inputs: list(Box.extend({ focusBorderColor: Color.optional() })),
  variables: list(z.object({ name: Text, color: Color })),
  states: list(z.object({ state: z.enum(['success', 'warning', 'error']), color: Color })),
  loadedFonts: list(Text),
  spaces: Counts,
  gaps: Counts,
  radii: Counts,
  transitions: list(z.object({ duration: Text, easing: Text, count: Measure })),
  maxWidths: list(z.object({ px: Measure, area: Measure })),
  gridColumns: list(z.object({ columns: z.int().min(1).max(24), area: Measure })),
  header: z.object({ background: Color.optional(), height: Measure }).optional(),
  footerHeight: Measure.optional(),
}) satisfies z.ZodType<Omit<StyleSample, 'logos'>>;

/** Measures the style of the current page; undefined if it takes too long. */
export async function readStyle(page: Page, signal: AbortSignal): Promise<StyleSample | undefined> {
  const world = isolatedWorld(page.mainFrame());
  try {
    const measuring = (async () => {
      await world.evaluate(installStyleTools);
      return await Promise.all([
        world.evaluate(sampleStyle, STYLE),
        world.evaluate(sampleDeclared, STYLE),
        world.evaluate(sampleLogos, LOGOS),
      ]);
    })();
    const limited = within(PATIENCE_MS, 'the style of the page', measuring);
    const [painted, declared, logos] = await unlessAborted(signal, limited);
    const sample = Sample.safeParse({ ...painted, ...declared });
    if (!sample.success || !Array.isArray(logos)) return undefined;
    // Invalid candidates are skipped.
    const sound = logos.slice(0, LOGOS.maxLogos).flatMap((logo) => Logo.safeParse(logo).data ?? []);
    return { ...sample.data, logos: sound };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
