import type { z } from 'zod';

interface OtherName {
  /** The field that must be known here; otherwise the advice would be wrong. */
  field: string;
  advice: string;
}

/** Fields of one version that have another name in the other. */
const OTHER_NAMES: Record<string, OtherName> = {
  parsePDF: { field: 'parsers', advice: 'in v2 it is parsers' },
  jsonOptions: { field: 'formats', advice: 'in v2 they stand in a format of the type json' },
  extract: { field: 'formats', advice: 'in v2 it is a format of the type json' },
  changeTrackingOptions: { field: 'formats', advice: 'in v2 they stand in a format of the type changeTracking' },
  geolocation: { field: 'location', advice: 'in v2 it is location' },
  maxDepth: { field: 'maxDiscoveryDepth', advice: 'in v2 there is maxDiscoveryDepth' },
  ignoreSitemap: { field: 'sitemap', advice: 'in v2 it is sitemap' },
  allowBackwardLinks: { field: 'crawlEntireDomain', advice: 'in v2 it is crawlEntireDomain' },
  parsers: { field: 'parsePDF', advice: 'in v1 it is parsePDF' },
  sitemap: { field: 'ignoreSitemap', advice: 'in v1 it is ignoreSitemap' },
};

/** Where an unknown key belongs, or what it is called in this version. `known`: the fields that are known here. */
export function adviseOnKey(key: string, known: Readonly<Record<string, z.ZodType>>): string | undefined {
  const options = shapeOf(known.scrapeOptions);
  if (options !== undefined && Object.hasOwn(options, key)) return 'in a crawl it stands in scrapeOptions';
  const other = Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined;
  return other !== undefined && Object.hasOwn(known, other.field) ? other.advice : undefined;
}

/** The shape of an object schema, unwrapped from defaults. */
function shapeOf(schema: z.ZodType | undefined): object | undefined {
  const { shape, innerType } = (schema?._zod.def ?? {}) as { shape?: object; innerType?: z.ZodType };
  return shape ?? (innerType === undefined ? undefined : shapeOf(innerType));
}
