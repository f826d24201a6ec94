/** Colors are `#rrggbb`. */

const bytesOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance as WCAG defines it: 0 is black, 1 is white. */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = bytesOf(color).map((byte) => {
    const share = byte / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (none) to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** How colorful: 0 for greys, up to 1. */
export function chroma(color: string): number {
  const bytes = bytesOf(color);
  return (Math.max(...bytes) - Math.min(...bytes)) / 255;
}

/** From 0 (the same) to 441. */
export function distance(one: string, other: string): number {
  const others = bytesOf(other);
  return Math.hypot(...bytesOf(one).map((byte, index) => byte - (others[index] ?? 0)));
}

export const isColorful = (color: string): boolean => chroma(color) > 0.15;

/** Whether a reader would call them two colors. */
export const differs = (one: string, other: string): boolean => distance(one, other) > 40;
