import type { Branding } from '@orbweaver/core';
import type { StyleSample } from '../../style-sample';
import type { Buttons } from './brand-components';
import { contrast, isColorful, isDark, isOfState, isSimilar } from './colors';

const STATE_NAMES = {
  success: /success|positive/i,
  warning: /warning|warn\b|caution/i,
  error: /error|danger|negative|destructive/i,
} as const;

const BROWSERS_LINK = '#0000ee';

/** The color of a variable such as `color-primary`; not `on-primary` or a lighter step. */
function named(sample: StyleSample, name: string): string | undefined {
  const pattern = new RegExp(
    `^(?:[a-z0-9]+-){0,3}(?:${name})(?:-(?:color|colour|main|base|default|bg|background|500|600|rgb))?$`,
    'i',
  );
  return sample.variables.find(
    (variable) => pattern.test(variable.name) && !/(?:^|-)(?:on|text|fg|border|hover)-/i.test(variable.name),
  )?.color;
}

export function backgroundOf({ backgrounds, darkCanvas }: StyleSample): string {
  const [largest] = [...backgrounds].sort((a, b) => b.area - a.area);
  return largest?.color ?? (darkCanvas ? '#121212' : '#ffffff');
}

export const schemeOf = (sample: StyleSample): Branding['colorScheme'] =>
  isDark(backgroundOf(sample)) ? 'dark' : 'light';

export function brandColors(sample: StyleSample, { primary: main, secondary: other }: Buttons): Branding['colors'] {
  const background = backgroundOf(sample);
  const texts = weigh(sample.texts.filter(({ role }) => role !== 'link' && role !== 'control' && role !== 'code'));
  const readable = texts.filter((color) => contrast(color, background) > 1.5);
  const [textPrimary = texts[0]] = readable;
  const textSecondary = readable.find(
    (color) =>
      textPrimary !== undefined && color !== textPrimary && !isSimilar(color, textPrimary) && !isColorful(color),
  );
  const links = weigh(sample.texts.filter(({ role }) => role === 'link'));
  const link = links.find(isColorful) ?? links[0];
  const ownLink = link === BROWSERS_LINK ? undefined : link;

  const painted = sample.backgrounds
    .filter(({ color }) => color !== background && isColorful(color))
    .map(({ color }) => color);
  const used = new Set([
    ...sample.backgrounds.map(({ color }) => color),
    ...sample.texts.map(({ color }) => color),
    ...sample.buttons.flatMap((button) => [button.background, button.borderColor, button.textColor]),
  ]);
  /** Declared but unused colors, e.g. of frameworks, are not brand colors. */
  const inUse = (name: string): string | undefined => {
    const color = named(sample, name);
    return color !== undefined && used.has(color) ? color : undefined;
  };
  const colorful = (color: string | undefined): string | undefined =>
    color !== undefined && isColorful(color) ? color : undefined;
  const first = (candidates: readonly (string | undefined)[], ...taken: (string | undefined)[]): string | undefined =>
    candidates.find(
      (color) => color !== undefined && taken.every((each) => each === undefined || !isSimilar(color, each)),
    );

  const primary = first([
    inUse('primary|brand|brand-primary'),
    colorful(main?.background),
    colorful(sample.header?.background),
    colorful(ownLink),
    painted[0],
    main?.background,
  ]);
  const secondary = first(
    [inUse('secondary|brand-secondary'), colorful(other?.background), colorful(sample.header?.background), ...painted],
    primary,
    background,
  );
  const accent = first(
    [inUse('accent|highlight'), colorful(ownLink), colorful(other?.textColor), ...painted],
    primary,
    secondary,
    background,
  );
  const all = {
    primary,
    secondary,
    accent,
    background,
    textPrimary,
    textSecondary,
    link,
    success: stateColor(sample, 'success'),
    warning: stateColor(sample, 'warning'),
    error: stateColor(sample, 'error'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, color]) => color !== undefined));
}

function stateColor(sample: StyleSample, state: keyof typeof STATE_NAMES): string | undefined {
  const { source } = STATE_NAMES[state];
  const declared = named(sample, source);
  if (declared !== undefined && isOfState(state, declared)) return declared;
  return sample.states.find((each) => each.state === state && isOfState(state, each.color))?.color;
}

/** Text colors, most frequent first. */
function weigh(texts: StyleSample['texts']): string[] {
  const chars = new Map<string, number>();
  for (const text of texts) chars.set(text.color, (chars.get(text.color) ?? 0) + text.chars);
  return [...chars].sort(([, a], [, b]) => b - a).map(([color]) => color);
}
