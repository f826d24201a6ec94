import { classesOf } from '../../tree/classes-of';
import type { LightElement } from '../../tree/light-node';
import { detach, elementsOf, previousElement, textOf } from '../../tree/walk';
import { isLongerThan } from './blocks';
import { isLanguage, languageOf } from './code-language';

const BARS = new Set('div figcaption header p span'.split(' '));
/** Words that are names of languages, and as often what an example is, or is to do. */
const AMBIGUOUS = new Set(
  'basic batch console diff go make makefile perl pro processing properties rest text twig'.split(' '),
);
/** What forums call a listing. */
const CALLED = /^(?:code|código|kod|kód|код|代码|コード)?\s?[:：]?$/i;
/** Classes of what names the language and nothing else: a line that somebody wrote has none. */
const NAMES_LANGUAGE = /(?:^|[\s_-])(?:header|lang(?:uage)?|title|toolbar)(?:$|[\s_-])/i;
/** Characters. */
const MAX_BAR = 60;

/**
 * What stands right above a listing: a listing without a language takes the one that is named there; the links that
 * select or copy it, which lead nowhere, go, and so does a bar that says no more than the listing itself, as which
 * language it is in. `pageUrl`: as `dropOwnLinks` takes it.
 */
export function prepareBar(listing: LightElement, pageUrl: string): void {
  const bar = previousElement(listing);
  if (bar === null || !BARS.has(bar.localName) || bar.nextSibling !== listing || isLongerThan(bar, MAX_BAR)) return;
  dropIdleLinks(bar, pageUrl);
  const name = textOf(bar).trim();
  if (name !== '' && name.toLowerCase() === languageOf(listing).toLowerCase() && isBarOfLanguage(bar)) {
    detach(bar);
    return;
  }
  if (!isLanguage(name) || name !== name.toLowerCase() || AMBIGUOUS.has(name) || languageOf(listing) !== '') return;
  listing.setAttribute('data-lang', name);
}

function isBarOfLanguage(bar: LightElement): boolean {
  return [bar, ...elementsOf(bar)].some((element) => NAMES_LANGUAGE.test(classesOf(element)));
}

/** Beside the name of a language, or what a listing is called: a link in a sentence is a part of it. */
function dropIdleLinks(bar: LightElement, pageUrl: string): void {
  const links = [...elementsOf(bar)].filter((element) => {
    const href = element.localName === 'a' ? element.getAttribute('href') : null;
    return href === '#' || href === `${pageUrl}#`;
  });
  if (links.length === 0) return;
  const texts = links.map(textOf);
  const rest = texts.reduce((left, text) => left.replace(text, ''), textOf(bar)).trim();
  if (rest === '' || !(CALLED.test(rest) || isLanguage(rest.toLowerCase()))) return;
  for (const link of links) detach(link);
}
