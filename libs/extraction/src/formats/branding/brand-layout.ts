import type { Branding } from '@orbweaver/core';
import type { StyleSample } from '../../style-sample';

/** Largest first, because multiples of 8 are also multiples of 4. */
const BASE_UNITS = [8, 6, 5, 4];
/** Share of spaces that must be multiples; widgets differ. */
const MULTIPLES = 0.75;
const MIN_SPACES = 8;

export function brandLayout(sample: StyleSample): Pick<Branding, 'spacing' | 'animations' | 'layout'> {
  const { gaps, radii, transitions, maxWidths, gridColumns, header, footerHeight } = sample;
  const baseUnit = baseUnitOf(sample.spaces);
  const gap = largest(gaps, ({ count }) => count)?.px;
  const radius = largest(radii, ({ count }) => count)?.px;
  const maxWidth = largest(maxWidths, ({ area }) => area)?.px;
  const columns = largest(gridColumns, ({ area }) => area)?.columns;
  const spacing = {
    ...(baseUnit !== undefined && { baseUnit }),
    ...(gap !== undefined && { gridGutter: gap }),
    ...(radius !== undefined && { borderRadius: `${radius}px` }),
  };
  const transition = largest(transitions, ({ count }) => count);
  const animations = {
    ...(transition && { transitionDuration: transition.duration }),
    ...(transition && transition.easing !== '' && { easing: transition.easing }),
  };
  const grid = {
    ...(columns !== undefined && { columns }),
    ...(maxWidth !== undefined && { maxWidth: `${maxWidth}px` }),
  };
  const layout = {
    ...(hasAny(grid) && { grid }),
    ...(header && { headerHeight: `${header.height}px` }),
    ...(footerHeight !== undefined && { footerHeight: `${footerHeight}px` }),
  };
  return {
    ...(hasAny(spacing) && { spacing }),
    ...(hasAny(animations) && { animations }),
    ...(hasAny(layout) && { layout }),
  };
}

function baseUnitOf(spaces: StyleSample['spaces']): number | undefined {
  const total = spaces.reduce((sum, { count }) => sum + count, 0);
  if (total < MIN_SPACES) return undefined;
  return BASE_UNITS.find((unit) => {
    const multiples = spaces.filter(({ px }) => px % unit === 0).reduce((sum, { count }) => sum + count, 0);
    return multiples / total >= MULTIPLES;
  });
}

const largest = <T>(items: readonly T[], weightOf: (item: T) => number): T | undefined =>
  [...items].sort((a, b) => weightOf(b) - weightOf(a))[0];

const hasAny = (value: object): boolean => Object.keys(value).length > 0;
