import type { BrandBox, Branding } from '@orbweaver/core';
import type { BoxStyle, StyleSample } from '../../style-sample';
import { contrast, isColorful } from './colors';

export interface Buttons {
  primary?: BoxStyle;
  secondary?: BoxStyle;
}

/** The most prominent button style, and the next different one. */
export function findButtons({ buttons }: StyleSample, background: string): Buttons {
  const looks = new Map<string, { box: BoxStyle; score: number }>();
  for (const box of buttons) {
    const isFilled = box.background !== undefined && contrast(box.background, background) > 1.05;
    // Menu toggles and bare icons have no design.
    if (!isFilled && box.borderColor === undefined) continue;
    const key = `${box.background} ${box.borderColor} ${box.textColor}`;
    const look = looks.get(key) ?? { box, score: scoreOf(box, background) };
    look.score += 0.2;
    if (box.hint === 'primary' && look.box.hint !== 'primary') look.score += 3;
    looks.set(key, look);
  }
  const [primary, secondary] = [...looks.values()].sort((a, b) => b.score - a.score).map(({ box }) => box);
  return { ...(primary && { primary }), ...(secondary && { secondary }) };
}

function scoreOf({ background, hint }: BoxStyle, page: string): number {
  const filled = background !== undefined && contrast(background, page) > 1.05;
  const strength = filled ? Math.min(contrast(background, page), 6) / 2 : 0;
  return (
    strength + (filled && isColorful(background) ? 3 : 0) + (hint === 'primary' ? 3 : hint === 'secondary' ? -2 : 0)
  );
}

export function brandComponents({ inputs }: StyleSample, { primary, secondary }: Buttons): Branding['components'] {
  const input = inputs.find(({ focusBorderColor }) => focusBorderColor !== undefined) ?? inputs[0];
  if (primary === undefined && secondary === undefined && input === undefined) return undefined;
  return {
    ...(primary && { buttonPrimary: describe(primary) }),
    ...(secondary && { buttonSecondary: describe(secondary) }),
    ...(input && {
      input: {
        ...describe(input),
        ...(input.focusBorderColor !== undefined && { focusBorderColor: input.focusBorderColor }),
      },
    }),
  };
}

function describe({ background, textColor, borderColor, radii, shadow }: BoxStyle): BrandBox {
  const [topLeft = '0px', topRight = '0px', bottomRight = '0px', bottomLeft = '0px'] = radii.map(
    (radius) => `${radius}px`,
  );
  const differ = new Set(radii).size > 1;
  return {
    ...(background !== undefined && { background }),
    ...(textColor !== undefined && { textColor }),
    ...(borderColor !== undefined && { borderColor }),
    borderRadius: topLeft,
    ...(differ && { borderRadiusCorners: { topLeft, topRight, bottomRight, bottomLeft } }),
    ...(shadow !== undefined && { shadow }),
  };
}
