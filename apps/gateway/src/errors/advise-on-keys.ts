import { findSimilar } from '@orbweaver/platform';
import type { z } from 'zod';
import { oneOf } from './wording';

type Known = Readonly<Record<string, z.ZodType>>;

interface OtherName {
  /** The advice applies only where this field exists. */
  field: string;
  advice: string;
}

/** Fields with different names in v1 and v2. */
const OTHER_NAMES: Record<string, OtherName> = {
  parsePDF: { field: 'parsers', advice: 'use parsers in v2' },
  jsonOptions: { field: 'formats', advice: 'use a format of type json in v2' },
  extract: { field: 'formats', advice: 'use a format of type json in v2' },
  changeTrackingOptions: { field: 'formats', advice: 'use a format of type changeTracking in v2' },
  geolocation: { field: 'location', advice: 'use location in v2' },
  maxDepth: { field: 'maxDiscoveryDepth', advice: 'use maxDiscoveryDepth in v2' },
  ignoreSitemap: { field: 'sitemap', advice: 'use sitemap in v2' },
  allowBackwardLinks: { field: 'crawlEntireDomain', advice: 'use crawlEntireDomain in v2' },
  parsers: { field: 'parsePDF', advice: 'use parsePDF in v1' },
  sitemap: { field: 'ignoreSitemap', advice: 'use ignoreSitemap in v1' },
};

/** Longer keys are not compared: no known key is similar. */
const MAX_COMPARED_CHARS = 60;
/** Maximum number of unknown keys of one object to compare. */
const MAX_COMPARED_KEYS = 5;
/** Maximum length of the list of known keys. */
const MAX_LISTED_CHARS = 100;

/**
 * Advice on unknown keys, as the end of a sentence: the new place or name of a key, or similar and allowed keys.
 * @param known the allowed fields; without any, there is no advice
 */
export function adviseOnKeys(keys: readonly string[], known: Known): string {
  const compared = keys.slice(0, MAX_COMPARED_KEYS);
  const renamed = compared.flatMap((key) => {
    const advice = adviseOnKey(key, known);
    return advice === undefined ? [] : [{ key, advice }];
  });
  const advised = renamed.map(({ key, advice }) => `, ${keys.length === 1 ? '' : `${key}: `}${advice}`).join('');
  if (renamed.length === keys.length) return advised;
  // Keys with leading underscores are internal to client libraries.
  const names = Object.keys(known).filter((name) => !name.startsWith('_'));
  if (names.length === 0) return advised;
  const others = compared.filter((key) => !renamed.some((one) => one.key === key));
  const similar = similarKeys(others, names);
  return similar.length === 0
    ? `${advised}, allowed: ${listed(names)}`
    : `${advised}, did you mean ${similar.join(' and ')}? Allowed: ${listed(names)}`;
}

export function similarKeys(keys: readonly string[], names: readonly string[]): string[] {
  return [...new Set(keys.flatMap((key) => findSimilarName(key, names) ?? []))];
}

/** Suggests a similar value, as the end of a sentence. Empty if there is none. */
export function adviseOnWord(word: unknown, values: readonly unknown[]): string {
  const names = values.filter((value) => typeof value === 'string');
  const similar = typeof word === 'string' ? findSimilarName(word, names) : undefined;
  return similar === undefined ? '' : `; did you mean ${similar}?`;
}

/** The place or name of the key in this version. */
function adviseOnKey(key: string, known: Known): string | undefined {
  const options = shapeOf(known.scrapeOptions);
  if (options !== undefined && Object.hasOwn(options, key)) return 'in a crawl it belongs in scrapeOptions';
  if (key === 'scrapeOptions' && Object.hasOwn(known, 'formats')) return 'send its fields at the top level';
  const other = Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined;
  return other !== undefined && Object.hasOwn(known, other.field) ? other.advice : undefined;
}

/** The shape of an object schema, without wrappers such as default. */
function shapeOf(schema: z.ZodType | undefined): object | undefined {
  const { shape, innerType } = (schema?._zod.def ?? {}) as { shape?: object; innerType?: z.ZodType };
  return shape ?? (innerType === undefined ? undefined : shapeOf(innerType));
}

/** Ignores case and punctuation first (`wait_for` is `waitFor`), then allows a few different letters. */
function findSimilarName(key: string, names: readonly string[]): string | undefined {
  if (key.length > MAX_COMPARED_CHARS) return undefined;
  const plain = letters(key);
  return names.find((name) => letters(name) === plain) ?? findSimilar(key, names);
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function listed(names: readonly string[]): string {
  let room = MAX_LISTED_CHARS;
  const shown = names.filter((name) => {
    room -= name.length + 2;
    return room >= 0;
  });
  const parts = shown.length < names.length ? [...shown, `${names.length - shown.length} more`] : shown;
  return oneOf(parts, 'and');
}
