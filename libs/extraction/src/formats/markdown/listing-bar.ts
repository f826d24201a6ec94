import type { LightElement } from '../../tree/light-node';
import { detach, elementsOf, previousElement, textOf } from '../../tree/walk';
import { isLongerThan } from './blocks';
import { isLanguage, languageOf } from './code-language';

const BARS = new Set('div figcaption header p span'.split(' '));
/** Words that are names of languages, and as often what an example is, or is to do. */
const AMBIGUOUS = new Set(
  'basic batch console diff go make makefile perl pro processing properties rest text twig'.split(' '),
);
/** Characters. */
const MAX_BAR = 60;

/**
 * What stands right above a listing: a listing without a language takes the one that is named there, and the links that
 * select or copy it, which lead nowhere, go.
 */
export function prepareBar(listing: LightElement): void {
  const bar = previousElement(listing);
  if (bar === null || !BARS.has(bar.localName) || bar.nextSibling !== listing || isLongerThan(bar, MAX_BAR)) return;
  for (const element of [...elementsOf(bar)]) {
    if (element.localName === 'a' && /#$/.test(element.attributes.href ?? '')) detach(element);
  }
  const name = textOf(bar).trim();
  if (!isLanguage(name) || name !== name.toLowerCase() || AMBIGUOUS.has(name) || languageOf(listing) !== '') return;
  listing.attributes['data-lang'] = name;
}
