import type { StyleSample } from '@orbweaver/core';

type Logo = StyleSample['logos'][number];

/** The picture that most likely is the logo of the site; undefined: none says so. */
export function findLogo(logos: readonly Logo[]): { image: string; href?: string; alt?: string } | undefined {
  const [best] = logos
    .map((logo, place) => ({ logo, score: scoreOf(logo) - place / 100 }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined || best.score < 2) return undefined;
  const { image, href, alt } = best.logo;
  const { url, svg } = { url: undefined, svg: undefined, ...image };
  return {
    image: url ?? `data:image/svg+xml;base64,${Buffer.from(standalone(svg ?? '')).toString('base64')}`,
    ...(href === undefined ? {} : { href }),
    ...(alt === undefined ? {} : { alt }),
  };
}

function scoreOf({ saysLogo, leadsHome, inHeader, top, width, height }: Logo): number {
  const isSmall = width * height < 200 || width < 12;
  const isHuge = width > 700 || height > 400;
  return (
    (saysLogo ? 2 : 0) + (leadsHome ? 2 : 0) + (inHeader ? 1 : 0) + (top < 300 ? 1 : -1) - (isSmall || isHuge ? 2 : 0)
  );
}

/** A file needs the namespace that an element of a page does not. */
function standalone(svg: string): string {
  return /\sxmlns=/.test(svg) ? svg : svg.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');
}
