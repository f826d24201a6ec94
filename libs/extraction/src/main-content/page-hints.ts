import type { LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { textOf } from '../tree/walk';

/** Metadata of a page. */
export interface PageHints {
  title: string;
  /** og:title, mostly without the site name. */
  sharedTitle: string;
  /** One text per tag. */
  descriptions: string[];
  /** og:type in lower case. */
  type: string;
  /** Canonical URL or og:url; may be relative. */
  canonical: string;
  /** URL of the response, empty if unknown. */
  url: string;
  /** JSON-LD, one text per script. */
  structured: string[];
}

/** Types of articles in JSON-LD. */
export const ARTICLE_DATA = /"(?:News|Blog|Tech|Scholarly)?(?:Article|Posting)"/;

/** Characters of JSON-LD; the rest is ignored. */
const MAX_STRUCTURED = 300_000;
/** Characters. */
const MAX_TITLE = 1000;
const MAX_DESCRIPTIONS = 4;

/** Call before scripts and head are removed. */
export function readPageHints(root: LightElement, url = ''): PageHints {
  const hints: PageHints = {
    title: '',
    sharedTitle: '',
    descriptions: [],
    type: '',
    canonical: '',
    url,
    structured: [],
  };
  let structuredLeft = MAX_STRUCTURED;
  for (const element of elementsNamed(root, 'link', 'meta', 'script', 'title')) {
    const attribute = (name: string) => element.getAttribute(name) ?? '';
    switch (element.localName) {
      case 'meta': {
        const name = (element.getAttribute('property') ?? attribute('name')).toLowerCase();
        if (name === 'og:type') hints.type = attribute('content').toLowerCase();
        else if (name === 'og:title') hints.sharedTitle ||= attribute('content').slice(0, MAX_TITLE);
        else if (name === 'og:url') hints.canonical ||= attribute('content');
        else if (name === 'description' || name === 'og:description') {
          if (hints.descriptions.length < MAX_DESCRIPTIONS)
            hints.descriptions.push(attribute('content').slice(0, MAX_TITLE));
        }
        break;
      }
      case 'link':
        if (/canonical/i.test(attribute('rel'))) hints.canonical = attribute('href') || hints.canonical;
        break;
      case 'title':
        if (hints.title === '') hints.title = textOf(element).slice(0, MAX_TITLE);
        break;
      case 'script':
        if (/ld\+json/i.test(attribute('type'))) {
          const text = textOf(element).slice(0, structuredLeft);
          structuredLeft -= text.length;
          if (text !== '') hints.structured.push(text);
        }
        break;
    }
  }
  return hints;
}
