import type { LightElement } from '../tree/light-node';
import { elementsOf, textOf } from '../tree/walk';
import { resolveUrl } from './base-url';

export type PageMetadata = Record<string, string | string[]>;

/** The named keys and the meta tags that they are read from, in lower case. */
const NAMED: ReadonlyMap<string, string> = new Map([
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

/** Said by the service about the page; a page that has meta tags of these names cannot say them itself. */
const RESERVED = new Set(
  (
    'sourceURL url statusCode error scrapeId contentType proxyUsed cacheState cachedAt creditsUsed numPages ' +
    'totalPages timezone concurrencyLimited concurrencyQueueDurationMs postprocessorsUsed indexId title favicon ' +
    'language ogLocaleAlternate __proto__'
  ).split(' '),
);

const MAX_KEYS = 500;
const MAX_VALUES = 200;
/** Characters. Metadata travels in every message about the page and is no place for content. */
const MAX_VALUE_LENGTH = 10_000;

/** What the page says about itself: the named keys, and beside them every meta tag under its own name. */
export function readMetadata(root: LightElement, baseUrl: string): PageMetadata {
  const metadata: PageMetadata = {};
  const raw = new Map<string, string[]>();
  let title: string | undefined;
  let favicon: string | undefined;
  for (const element of elementsOf(root)) {
    if (element.localName === 'meta') {
      readMeta(element, raw);
    } else if (element.localName === 'title' && element.parentNode?.localName !== 'svg') {
      title ??= textOf(element).replace(/\s+/g, ' ').trim();
    } else if (element.localName === 'link') {
      if (/(?:^|[\s-])icon(?:$|\s)/i.test(element.getAttribute('rel') ?? '')) favicon ??= resolveIcon(element, baseUrl);
    } else if (element.localName === 'html') {
      const language = (element.getAttribute('lang') ?? element.getAttribute('xml:lang') ?? '').trim();
      if (language !== '') metadata.language = storable(language);
    }
  }
  if (title !== undefined && title !== '') metadata.title = storable(title);
  if (favicon !== undefined) metadata.favicon = storable(favicon);
  for (const [name, values] of raw) {
    addNamed(metadata, name.toLowerCase(), values);
    if (!RESERVED.has(name)) metadata[name] = joinValues(name, values);
  }
  return metadata;
}

function readMeta(element: LightElement, raw: Map<string, string[]>): void {
  const content = element.getAttribute('content');
  if (content === null) return;
  const names = new Set(['name', 'property', 'itemprop'].map((attribute) => element.getAttribute(attribute)?.trim()));
  for (const name of names) {
    if (name === undefined || name === '' || name.length > 200) continue;
    const key = storable(name);
    const values = raw.get(key);
    if (values !== undefined) {
      if (values.length < MAX_VALUES) values.push(storable(content));
    } else if (raw.size < MAX_KEYS) raw.set(key, [storable(content)]);
  }
}

function addNamed(metadata: PageMetadata, name: string, values: string[]): void {
  if (name === 'og:locale:alternate') {
    metadata.ogLocaleAlternate = values;
    return;
  }
  const key = NAMED.get(name);
  if (key === undefined || metadata[key] !== undefined) return;
  const first = values[0];
  if (first !== undefined) metadata[key] = first;
}

function joinValues(name: string, values: string[]): string | string[] {
  if (name === 'description') return values.join(', ');
  return values.length === 1 ? (values[0] as string) : values;
}

function resolveIcon(link: LightElement, baseUrl: string): string | undefined {
  const href = link.getAttribute('href') ?? '';
  // An icon inside the page itself would travel with every message.
  return href === '' || href.startsWith('data:') ? undefined : resolveUrl(href, baseUrl);
}

/** Postgres refuses NUL and half surrogate pairs in JSON. */
export function storable(text: string): string {
  return text
    .slice(0, MAX_VALUE_LENGTH)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll('\0', '\uFFFD');
}
