import type { Branding } from '@orbweaver/core';
import type { StyleSample } from '../../style-sample';
import { backgroundOf, brandColors, schemeOf } from './brand-colors';
import { brandComponents, findButtons } from './brand-components';
import { brandImages } from './brand-images';
import { brandLayout } from './brand-layout';
import { brandTypography } from './brand-typography';

/** Derives the branding of a site from the measured style of a page, by rules only. */
export function toBranding(sample: StyleSample, metadata: Readonly<Record<string, unknown>>): Branding {
  const buttons = findButtons(sample, backgroundOf(sample));
  const components = brandComponents(sample, buttons);
  const { brandName, logo, images } = brandImages(sample.logos, metadata);
  return {
    colorScheme: schemeOf(sample),
    ...(brandName !== undefined && { brandName }),
    ...(logo !== undefined && { logo }),
    colors: brandColors(sample, buttons),
    ...brandTypography(sample),
    ...brandLayout(sample),
    ...(components && { components }),
    ...(images && { images }),
  };
}
