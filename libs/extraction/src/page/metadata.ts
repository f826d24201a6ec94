import type { LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { textOf } from '../tree/walk';
import type { Addresses } from './addresses';
import { isInlined, trimAddress } from './base-url';
import { isInForeignContent } from './is-in-foreign-content';

export type PageMetadata = Record<string, string | string[]>;

/** Named keys by meta tag, in lower case. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['description', 'description'],
  ['keywords', 'keywords'],
  ['robots', 'robots'],
  ['og:title', 'ogTitle'],
  ['og:description', 'ogDescription'],
  ['og:url', 'ogUrl'],
  ['og:image', 'ogImage'],
  ['og:audio', 'ogAudio'],
  ['og:determiner', 'ogDeterminer'],
  ['og:locale', 'ogLocale'],
  ['og:site_name', 'ogSiteName'],
  ['og:video', 'ogVideo'],
  ['article:section', 'articleSection'],
  ['article:tag', 'articleTag'],
  ['article:published_time', 'publishedTime'],
  ['article:modified_time', 'modifiedTime'],
  ['dcterms.keywords', 'dcTermsKeywords'],
  ['dc.description', 'dcDescription'],
  ['dc.subject', 'dcSubject'],
  ['dcterms.subject', 'dcTermsSubject'],
  ['dcterms.audience', 'dcTermsAudience'],
  ['dc.type', 'dcType'],
  ['dcterms.type', 'dcTermsType'],
  ['dc.date', 'dcDate'],
  ['dc.date.created', 'dcDateCreated'],
  ['dcterms.created', 'dcTermsCreated'],
]);

/** Keys that meta tags cannot set. */
const RESERVED = new Set(
  (
    'sourceURL url statusCode error scrapeId contentType proxyUsed cacheState cachedAt creditsUsed numPages ' +
    'totalPages timezone concurrencyLimited concurrencyQueueDurationMs postprocessorsUsed indexId favicon ' +
    'ogLocaleAlternate __proto__'
  ).split(' '),
);

/** Several tags of these names are joined; others become an array. */
const JOINED = new Set(['description', 'keywords', 'robots']);
/** Keys with elements of their own; a meta tag is the fallback. */
const FROM_ELEMENTS = new Set(['title', 'language']);

const MAX_KEYS = 500;
const MAX_VALUES = 200;
const MAX_NAME_LENGTH = 200;
/** Characters. Every message about the page contains the metadata. */
const MAX_VALUE_LENGTH = 10_000;
/** Characters of all raw names and values. */
const MAX_RAW_LENGTH = 200_000;

/** The named keys, and every meta tag under its own name. */
export function readMetadata(root: LightElement, addresses: Addresses): PageMetadata {
  const metadata: PageMetadata = {};
  const raw = new RawTags();
  let title = '';
  let language = '';
  let icon: string | undefined;
  let otherIcon: string | undefined;
  for (const element of elementsNamed(root, 'html', 'link', 'meta', 'title')) {
    if (element.localName === 'meta') {
      raw.add(element);
      language ||= languageOf(element);
    } else if (element.localName === 'title') {
      if (title === '' && !isInForeignContent(element)) title = onOneLine(textOf(element));
    } else if (element.localName === 'link') {
      const rel = element.getAttribute('rel') ?? '';
      if (/(?:^|\s)icon(?:$|\s)/i.test(rel)) icon ??= resolveIcon(element, addresses);
      else if (/(?:^|\s)apple-touch-icon(?:-precomposed)?(?:$|\s)/i.test(rel))
        otherIcon ??= resolveIcon(element, addresses);
    } else if (element.localName === 'html') {
      language = (element.getAttribute('lang') || element.getAttribute('xml:lang') || '').trim();
    }
  }
  if (title !== '') metadata.title = storable(title);
  if (language !== '') metadata.language = storable(language);
  const favicon = icon ?? otherIcon;
  if (favicon !== undefined) metadata.favicon = storable(favicon);
  for (const [name, values] of raw.tags) {
    if (RESERVED.has(name) || Object.hasOwn(metadata, name)) continue;
    metadata[name] = FROM_ELEMENTS.has(name) ? onOneLine(firstNonBlank(values)) : joinValues(name, values);
  }
  for (const [name, values] of raw.tags) addNamed(metadata, name.toLowerCase(), values);
  return metadata;
}

/** The `content-language` of the page; several languages describe the audience. */
function languageOf(meta: LightElement): string {
  if (meta.getAttribute('http-equiv')?.trim().toLowerCase() !== 'content-language') return '';
  const language = meta.getAttribute('content')?.trim() ?? '';
  return language.includes(',') ? '' : (language.split(/\s/, 1)[0] ?? '');
}

/** Collapses white space as browsers do in titles. */
function onOneLine(text: string): string {
  return text
    .slice(0, 4 * MAX_VALUE_LENGTH)
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/^ | $/g, '');
}

const NAME_ATTRIBUTES = ['name', 'property', 'itemprop'];

/** Values of meta tags by name, property and itemprop, as written. */
class RawTags {
  readonly tags = new Map<string, string[]>();
  private characters = 0;

  add(element: LightElement): void {
    const content = element.getAttribute('content');
    if (content === null) return;
    const names = new Set<string>();
    for (const attribute of NAME_ATTRIBUTES) {
      const name = element.getAttribute(attribute)?.trim() ?? '';
      if (name !== '' && name.length <= MAX_NAME_LENGTH) names.add(storable(name));
    }
    for (const name of names) this.put(name, content);
  }

  private put(name: string, content: string): void {
    const values = this.tags.get(name);
    if (values === undefined ? this.tags.size >= MAX_KEYS : values.length >= MAX_VALUES) return;
    const value = storable(content);
    if (this.characters + name.length + value.length > MAX_RAW_LENGTH) return;
    this.characters += name.length + value.length;
    if (values === undefined) this.tags.set(name, [value]);
    else values.push(value);
  }
}

/** A tag with the exact name of the key takes precedence. */
function addNamed(metadata: PageMetadata, name: string, values: string[]): void {
  if (name === 'og:locale:alternate') {
    metadata.ogLocaleAlternate ??= values;
    return;
  }
  const key = NAMED.get(name);
  if (key === undefined) return;
  metadata[key] ??= JOINED.has(name) ? joinValues(name, values) : firstNonBlank(values);
}

function joinValues(name: string, values: string[]): string | string[] {
  // Plugins repeat descriptions, and templates leave empty ones.
  if (JOINED.has(name.toLowerCase())) return [...new Set(values.filter(isNonBlank))].join(', ');
  return values.length === 1 ? (values[0] as string) : values;
}

function firstNonBlank(values: string[]): string {
  return values.find(isNonBlank) ?? '';
}

function isNonBlank(value: string): boolean {
  return value.trim() !== '';
}

function resolveIcon(link: LightElement, addresses: Addresses): string | undefined {
  const href = trimAddress(link.getAttribute('href') ?? '');
  // Inlined icons are too large for messages.
  if (href === '' || href.startsWith('#') || isInlined(href)) return undefined;
  const url = addresses.resolve(href);
  return url !== undefined && /^https?:/.test(url) ? url : undefined;
}

/** Postgres rejects NUL and lone surrogates in JSON. */
export function storable(text: string): string {
  return text
    .slice(0, MAX_VALUE_LENGTH)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll('\0', '\uFFFD');
}
