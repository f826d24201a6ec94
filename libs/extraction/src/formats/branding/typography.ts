import type { Branding, StyleSample } from '@orbweaver/core';
import { withoutGaps } from './colors';

/** Names that stand for whatever the system has. */
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|system-ui|ui-[a-z-]+|-apple-system|blinkmacsystemfont|inherit|initial|emoji)$/i;
const MAX_FONTS = 8;
/** Of all text; less is a word on a button that nobody chose a font for. */
const MIN_SHARE = 0.02;

/** The families of a stack, without quotes. */
function familiesOf(stack: string): string[] {
  return stack
    .split(',')
    .map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((name) => name !== '');
}

/** The family that a stack is chosen for; a generic one if it has no other. */
function familyOf(stack: string): string | undefined {
  const families = familiesOf(stack);
  return families.find((name) => !GENERIC.test(name)) ?? families[0];
}

export function typographyOf({ fonts, sizes, lineHeights, weights }: StyleSample): Branding['typography'] {
  const stackOf = (role: StyleSample['fonts'][number]['role']) => fonts.find((font) => font.role === role)?.stack;
  const [heading, body, code] = [stackOf('heading'), stackOf('body'), stackOf('code')];
  const sized = Object.entries(sizes).map(([name, px]) => [name, `${px}px`]);
  const used = weights.map(({ weight }) => weight);
  const heaviest = Math.max(...used.filter((weight) => weight >= 600));
  return withoutGaps<Branding['typography']>({
    fontFamilies: withoutGaps({
      primary: body === undefined ? undefined : familyOf(body),
      heading: heading === undefined ? undefined : familyOf(heading),
      code: code === undefined ? undefined : familyOf(code),
    }),
    fontStacks: withoutGaps({
      primary: body === undefined ? undefined : familiesOf(body),
      heading: heading === undefined ? undefined : familiesOf(heading),
      body: body === undefined ? undefined : familiesOf(body),
      paragraph: body === undefined ? undefined : familiesOf(body),
    }),
    fontSizes: Object.fromEntries(sized),
    lineHeights,
    fontWeights: withoutGaps({
      light: used.find((weight) => weight < 400),
      regular: used.find((weight) => weight >= 400 && weight < 500),
      medium: used.find((weight) => weight >= 500 && weight < 600),
      bold: Number.isFinite(heaviest) ? heaviest : undefined,
    }),
  });
}

/** Families by the text that is set in them. */
export function fontsOf({ fonts }: StyleSample): Branding['fonts'] {
  const roles = new Map<string, Set<string>>();
  const total = fonts.reduce((sum, { chars }) => sum + chars, 0);
  for (const { stack, role, chars } of fonts) {
    const family = familyOf(stack);
    if (family === undefined) continue;
    if (chars >= MIN_SHARE * total || role === 'heading') roles.set(family, (roles.get(family) ?? new Set()).add(role));
  }
  return [...roles].slice(0, MAX_FONTS).map(([family, role]) => ({ family, role: [...role].join(', ') }));
}
