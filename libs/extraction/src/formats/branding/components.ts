import type { Branding, StyleSample } from '@orbweaver/core';
import { chroma, differs, distance } from './color-math';
import { withoutGaps } from './colors';

type Box = StyleSample['inputs'][number];
type Button = StyleSample['buttons'][number];

/** The button that a page wants to be pressed, the next kind of button, and a field. */
export function componentsOf({ buttons, inputs }: StyleSample, primary: string | undefined): Branding['components'] {
  const kinds = kindsOf(buttons);
  const first =
    kinds.find(
      ({ background }) => background !== undefined && primary !== undefined && distance(background, primary) < 40,
    ) ??
    kinds.find(({ background }) => background !== undefined && chroma(background) > 0.15) ??
    kinds[0];
  const second = kinds.find((kind) => kind !== first && isOtherKind(kind, first));
  const [input] = inputs;
  return withoutGaps<Branding['components']>({
    buttonPrimary: first && describe(first),
    buttonSecondary: second && describe(second),
    input: input && withoutGaps({ ...describe(input), focusBorderColor: input.focusBorder }),
  });
}

/** One of each look, the largest areas first. */
function kindsOf(buttons: readonly Button[]): Button[] {
  const areas = new Map<string, { button: Button; area: number }>();
  for (const button of buttons) {
    const { background, border, color, corners } = button;
    if (background === undefined && border === undefined) continue;
    const look = JSON.stringify([background, border, color, corners]);
    areas.set(look, { button, area: (areas.get(look)?.area ?? 0) + button.area });
  }
  return [...areas.values()].sort((a, b) => b.area - a.area).map(({ button }) => button);
}

function isOtherKind(kind: Button, first: Button | undefined): boolean {
  if (first?.background === undefined || kind.background === undefined) return kind.background !== first?.background;
  return differs(kind.background, first.background);
}

function describe({ background, color, border, corners, shadow }: Box | Button) {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners.map((px) => `${px}px`);
  return withoutGaps<NonNullable<Branding['components']['buttonPrimary']>>({
    background: background ?? 'transparent',
    textColor: color,
    borderColor: border,
    borderRadius: topLeft,
    borderRadiusCorners: { topLeft, topRight, bottomRight, bottomLeft } as Record<string, string>,
    shadow,
  });
}
