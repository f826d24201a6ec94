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
/** Characters. */
const MAX_BAR = 60;

/**
 * What stands right above a listing: a listing without a language takes the one that is named there, and the links that
 * select or copy it, which lead nowhere, go. `pageUrl`: as `dropOwnLinks` takes it.
 */
export function prepareBar(listing: LightElement, pageUrl: string): void {
  const bar = previousElement(listing);
  if (bar === null || !BARS.has(bar.localName) || bar.nextSibling !== listing || isLongerThan(bar, MAX_BAR)) return;
  dropIdleLinks(bar, pageUrl);
  const name = textOf(bar).trim();
  if (!isLanguage(name) || name !== name.toLowerCase() || AMBIGUOUS.has(name) || languageOf(listing) !== '') return;
  listing.attributes['data-lang'] = name;
}

/** Beside the name of a language, or what a listing is called: a link in a sentence is a part of it. */
function dropIdleLinks(bar: LightElement, pageUrl: string): void {
  const links = [...elementsOf(bar)].filter(
    ({ localName, attributes: { href } }) => localName === 'a' && (href === '#' || href === `${pageUrl}#`),
  );
  if (links.length === 0) return;
  const texts = links.map(textOf);
  const rest = texts.reduce((left, text) => left.replace(text, ''), textOf(bar)).trim();
  if (rest === '' || !(CALLED.test(rest) || isLanguage(rest.toLowerCase()))) return;
  for (const link of links) detach(link);
}
