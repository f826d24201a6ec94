import { findSimilar } from '@orbweaver/platform';
import type { z } from 'zod';
import { oneOf } from './wording';

type Known = Readonly<Record<string, z.ZodType>>;

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

/** A longer key resembles none of ours, and to compare it would take time. */
const MAX_COMPARED_CHARS = 60;
/** Keys of one object that are compared. */
const MAX_COMPARED_KEYS = 5;
/** Of the known keys in a sentence. */
const MAX_LISTED_CHARS = 100;

/**
 * What to do about unknown keys, as the end of a sentence: where the key belongs, or what was probably meant and which
 * keys there are. Empty when no key is known. `known`: the fields that are known here.
 */
export function adviseOnKeys(keys: readonly string[], known: Known): string {
  const compared = keys.slice(0, MAX_COMPARED_KEYS);
  const placed = compared.flatMap((key) => {
    const advice = adviseOnKey(key, known);
    return advice === undefined ? [] : [{ key, advice }];
  });
  const advised = placed.map(({ key, advice }) => `, ${keys.length === 1 ? '' : `${key}: `}${advice}`).join('');
  if (placed.length === keys.length) return advised;
  // Those with underscores in front are for client libraries alone.
  const names = Object.keys(known).filter((name) => !name.startsWith('_'));
  if (names.length === 0) return advised;
  const others = compared.filter((key) => !placed.some((one) => one.key === key));
  const meant = meantKeys(others, names);
  return meant.length === 0
    ? `${advised}, here may stand ${listed(names)}`
    : `${advised}, did you mean ${meant.join(' and ')}? Here may stand ${listed(names)}`;
}

/** The known names that a few unknown keys were probably meant to be. */
export function meantKeys(keys: readonly string[], names: readonly string[]): string[] {
  return [...new Set(keys.flatMap((key) => findMeant(key, names) ?? []))];
}

/** What to do about a word that is none of `values`, as the end of a sentence; empty without one that was meant. */
export function adviseOnWord(word: unknown, values: readonly unknown[]): string {
  const names = values.filter((value) => typeof value === 'string');
  const meant = typeof word === 'string' ? findMeant(word, names) : undefined;
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** Where an unknown key belongs, or what it is called in this version. */
function adviseOnKey(key: string, known: Known): string | undefined {
  const options = shapeOf(known.scrapeOptions);
  if (options !== undefined && Object.hasOwn(options, key)) return 'in a crawl it stands in scrapeOptions';
  if (key === 'scrapeOptions' && Object.hasOwn(known, 'formats')) return 'what is in it stands beside the URLs here';
  const other = Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined;
  return other !== undefined && Object.hasOwn(known, other.field) ? other.advice : undefined;
}

/** The shape of an object schema, unwrapped from defaults. */
function shapeOf(schema: z.ZodType | undefined): object | undefined {
  const { shape, innerType } = (schema?._zod.def ?? {}) as { shape?: object; innerType?: z.ZodType };
  return shape ?? (innerType === undefined ? undefined : shapeOf(innerType));
}

/** `wait_for` and `waitfor` are `waitFor`; else a few letters may differ. */
function findMeant(key: string, names: readonly string[]): string | undefined {
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
