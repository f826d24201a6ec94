import type { z } from 'zod';

/** What the fields of one version are called in the other. */
const OTHER_NAMES: Record<string, string> = {
  parsePDF: 'in v2 it is parsers',
  jsonOptions: 'in v2 they stand in a format of the type json',
  extract: 'in v2 it is a format of the type json',
  changeTrackingOptions: 'in v2 they stand in a format of the type changeTracking',
  geolocation: 'in v2 it is location',
  maxDepth: 'in v2 there is maxDiscoveryDepth',
  ignoreSitemap: 'in v2 it is sitemap',
  allowBackwardLinks: 'in v2 it is crawlEntireDomain',
  parsers: 'in v1 it is parsePDF',
  sitemap: 'in v1 it is ignoreSitemap',
};

/** Where the caller of a request may have meant to write a key that does not belong where it stands. */
export function adviseOnKey(
  key: string,
  known: Readonly<Record<string, z.ZodType>>,
  path: readonly PropertyKey[],
): string | undefined {
  const options = shapeOf(known.scrapeOptions);
  if (options !== undefined && Object.hasOwn(options, key)) return 'in a crawl it stands in scrapeOptions';
  const isOption = path.length === 0 || path.at(-1) === 'scrapeOptions';
  return isOption && Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined;
}

/** Of an object behind defaults. */
function shapeOf(schema: z.ZodType | undefined): object | undefined {
  const { shape, innerType } = (schema?._zod.def ?? {}) as { shape?: object; innerType?: z.ZodType };
  return shape ?? (innerType === undefined ? undefined : shapeOf(innerType));
}
