import type { Branding, StyleSample } from '@orbweaver/core';
import { luminance } from './color-math';
import { colorsOf, withoutGaps } from './colors';
import { componentsOf } from './components';
import { findLogo } from './logo';
import { fontsOf, typographyOf } from './typography';

/** Grids of design systems, the coarser first. */
const GRIDS = [8, 5, 4, 6];
/** The share of all distances that keeps to a grid which the page has. */
const KEEPS_TO_GRID = 0.7;
const DARK = 0.2;

/** The design of a page as it is rendered. What it does not show is left out. */
export function toBranding(sample: StyleSample, metadata: object): Branding {
  const colors = colorsOf(sample);
  const logo = findLogo(sample.logos);
  const { favicon, ogImage, ogSiteName } = metadata as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const { headerHeight, footerHeight, maxWidth, columns } = sample.layout;
  const [transition] = sample.transitions;
  const inPx = (px: number | undefined) => (px === undefined ? undefined : `${Math.round(px)}px`);
  const icons = sample.icons.filled + sample.icons.outlined;
  return withoutGaps<Branding>({
    colorScheme: luminance(colors.background ?? '#ffffff') < DARK ? 'dark' : 'light',
    brandName: text(ogSiteName),
    logo: logo?.image ?? null,
    fonts: fontsOf(sample),
    colors,
    typography: typographyOf(sample),
    spacing: spacingOf(sample),
    components: componentsOf(sample, colors.primary),
    icons:
      icons === 0
        ? undefined
        : withoutGaps({
            style: sample.icons.outlined > sample.icons.filled ? ('outline' as const) : ('solid' as const),
            primaryColor: sample.icons.color,
          }),
    images: withoutGaps({
      logo: logo?.image,
      logoHref: logo?.href,
      logoAlt: logo?.alt,
      favicon: text(favicon),
      ogImage: text(ogImage),
    }),
    animations:
      transition === undefined ? undefined : { transitionDuration: transition.duration, easing: transition.easing },
    layout: withoutGaps({
      grid:
        maxWidth === undefined && columns === undefined
          ? undefined
          : withoutGaps({ columns, maxWidth: inPx(maxWidth) }),
      headerHeight: inPx(headerHeight),
      footerHeight: inPx(footerHeight),
    }),
  });
}

function spacingOf({ paddings, margins, gaps, radii }: StyleSample): Branding['spacing'] {
  const all = [...paddings, ...margins, ...gaps].filter(({ px }) => px >= 4 && px <= 200);
  const total = sumOf(all);
  const grid = GRIDS.find(
    (unit) => total > 0 && sumOf(all.filter(({ px }) => px % unit === 0)) >= KEEPS_TO_GRID * total,
  );
  const commonest = (values: StyleSample['paddings'], least = 1) => {
    const [first] = values.filter(({ px }) => px >= least && px <= 1_000);
    return first === undefined ? undefined : `${first.px}px`;
  };
  return withoutGaps<Branding['spacing']>({
    baseUnit: grid ?? (total > 0 ? 4 : undefined),
    padding: commonest(paddings),
    margins: commonest(margins),
    gridGutter: commonest(gaps, 4),
    borderRadius: commonest(radii) ?? '0px',
  });
}

function sumOf(values: StyleSample['paddings']): number {
  return values.reduce((sum, { count }) => sum + count, 0);
}
