import type { Branding, StyleSample } from '@orbweaver/core';
import { contrast, differs, isColorful } from './color-math';

type Colors = Branding['colors'];

/** What design systems call their custom properties, by the role that the name tells. */
const NAMES: [keyof Colors, RegExp][] = [
  ['primary', /^(?:[a-z]+-)??(?:color-)?(?:primary|brand)(?:-(?:color|base|default|500|600))?$/i],
  ['secondary', /^(?:[a-z]+-)??(?:color-)?secondary(?:-(?:color|base|default|500|600))?$/i],
  ['accent', /^(?:[a-z]+-)??(?:color-)?accent(?:-(?:color|base|default|500|600))?$/i],
  ['success', /^(?:[a-z]+-)??(?:color-)?(?:success|positive)(?:-(?:color|base|default|500|600))?$/i],
  ['warning', /^(?:[a-z]+-)??(?:color-)?(?:warning|warn|caution)(?:-(?:color|base|default|500|600))?$/i],
  ['error', /^(?:[a-z]+-)??(?:color-)?(?:error|danger|destructive|negative)(?:-(?:color|base|default|500|600))?$/i],
];

/** Text that a reader can read on the page has at least this contrast. */
const READABLE = 3;

/** The colors of a page by their roles: names that the page gives them first, then what it paints with them. */
export function colorsOf(sample: StyleSample): Colors {
  const background = sample.backgrounds[0]?.color ?? '#ffffff';
  const named: Colors = {};
  for (const [role, name] of NAMES) {
    const found = sample.variables.find((variable) => name.test(variable.name));
    if (found !== undefined) named[role] = found.color;
  }
  const texts = sample.texts.map(({ color }) => color).filter((color) => contrast(color, background) >= READABLE);
  const textPrimary = texts[0] ?? sample.texts[0]?.color;
  const textSecondary = texts.find((color) => textPrimary !== undefined && differs(color, textPrimary));
  const links = sample.links.map(({ color }) => color);
  const link = links.find((color) => color !== textPrimary) ?? links[0];
  const painted = paintedColors(sample, background);
  const primary = named.primary ?? painted[0] ?? (link !== undefined && isColorful(link) ? link : undefined);
  const others = painted.filter((color) => primary === undefined || differs(color, primary));
  const secondary = named.secondary ?? others[0];
  const accent =
    named.accent ??
    [link, ...others.slice(1), ...texts].find(
      (color) =>
        color !== undefined &&
        isColorful(color) &&
        [primary, secondary].every((one) => one === undefined || differs(color, one)),
    );
  return withoutGaps({ ...named, primary, secondary, accent, background, textPrimary, textSecondary, link });
}

/** Colorful paint, by its weight: what callers are to press counts more than what is merely large. */
function paintedColors({ buttons, backgrounds }: StyleSample, background: string): string[] {
  const weights = new Map<string, number>();
  const add = (color: string | undefined, weight: number) => {
    if (color === undefined || !isColorful(color) || !differs(color, background)) return;
    weights.set(color, (weights.get(color) ?? 0) + weight);
  };
  for (const button of buttons) add(button.background, 20 * button.area * (button.top < 1_000 ? 2 : 1));
  for (const { color, area } of backgrounds.slice(1)) add(color, area);
  return [...weights].sort(([, a], [, b]) => b - a).map(([color]) => color);
}

/** Without the keys of what is not known. */
export function withoutGaps<T extends object>(object: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
