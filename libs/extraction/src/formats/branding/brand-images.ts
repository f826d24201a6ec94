import type { Branding } from '@orbweaver/core';
import type { LogoCandidate } from '../../style-sample';

/** A picture needs more evidence than its place in the header. */
const MIN_SCORE = 4;

export function brandImages(
  logos: readonly LogoCandidate[],
  metadata: Readonly<Record<string, unknown>>,
): Pick<Branding, 'logo' | 'images' | 'brandName'> {
  const found = logos
    .map((logo) => ({ logo, score: scoreOf(logo) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score)[0]?.logo;
  const logo = found && addressOf(found);
  const [favicon, ogImage] = [addressIn(metadata.favicon), addressIn(metadata.ogImage)];
  const images = {
    ...(logo !== undefined && { logo }),
    ...(logo !== undefined && isWebAddress(found?.href) && { logoHref: found?.href }),
    ...(logo !== undefined && found?.alt !== undefined && { logoAlt: found.alt }),
    ...(favicon !== undefined && { favicon }),
    ...(ogImage !== undefined && { ogImage }),
  };
  const brandName = nameOf(metadata, found);
  return {
    ...(brandName !== undefined && { brandName }),
    ...(logo !== undefined && { logo }),
    ...(Object.keys(images).length > 0 && { images }),
  };
}

function scoreOf({ linksHome, isNamedLogo, inHeader, top, area, kind }: LogoCandidate): number {
  return (
    (linksHome ? 4 : 0) +
    (isNamedLogo ? 4 : 0) +
    (inHeader ? 2 : 0) +
    (top < 120 ? 1 : 0) +
    // Menu icons are smaller, article pictures larger.
    (area >= 400 && area <= 60_000 ? 1 : -2) +
    (kind === 'background' ? -1 : 0)
  );
}

const addressOf = ({ src, svg }: LogoCandidate): string | undefined =>
  svg === undefined ? src : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** Repeated meta tags are a list. */
const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

const addressIn = (value: unknown): string | undefined => {
  const first = firstText(value);
  return isWebAddress(first) ? first : undefined;
};

const isWebAddress = (value: string | undefined): boolean => value !== undefined && /^https?:\/\//.test(value);

function nameOf(
  { ogSiteName }: Readonly<Record<string, unknown>>,
  logo: LogoCandidate | undefined,
): string | undefined {
  const name = firstText(ogSiteName) ?? logo?.alt?.replace(/\b(?:logo(?:type)?|home(?:page)?|go to|back to)\b/gi, '');
  const trimmed = name?.replace(/\s+/g, ' ').replace(/^[\s:|–-]+|[\s:|–-]+$/g, '');
  return trimmed === undefined || trimmed === '' || trimmed.length > 80 ? undefined : trimmed;
}
