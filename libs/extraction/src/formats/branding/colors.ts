interface Hsl {
  hue: number;
  saturation: number;
  lightness: number;
}

const partsOf = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

function toHsl(hex: string): Hsl {
  const [red, green, blue] = partsOf(hex).map((part) => part / 255) as [number, number, number];
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, spread] = [(max + min) / 2, max - min];
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const sector =
    max === red
      ? ((green - blue) / spread + 6) % 6
      : max === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return { hue: sector * 60, saturation, lightness };
}

/** Relative luminance (WCAG), 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = partsOf(hex).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const isDark = (hex: string): boolean => luminance(hex) < 0.18;

/** Contrast ratio (WCAG), 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Not grey, nearly black or nearly white. */
export function isColorful(hex: string): boolean {
  const { saturation, lightness } = toHsl(hex);
  const chroma = saturation * (1 - Math.abs(2 * lightness - 1));
  return chroma > 0.16 && lightness > 0.08 && lightness < 0.94;
}

/** Too similar for two colours of a palette. */
export function isSimilar(a: string, b: string): boolean {
  const [first, second] = [partsOf(a), partsOf(b)];
  return Math.hypot(...first.map((part, index) => part - second[index]!)) < 40;
}

/** Whether the hue means success (green), warning (yellow, orange) or error (red). */
export function isOfState(state: 'success' | 'warning' | 'error', hex: string): boolean {
  if (!isColorful(hex)) return false;
  const { hue } = toHsl(hex);
  if (state === 'success') return hue >= 75 && hue <= 185;
  if (state === 'warning') return hue >= 15 && hue <= 65;
  return hue >= 335 || hue <= 20;
}
