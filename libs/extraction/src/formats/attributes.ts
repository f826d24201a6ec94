import type { DocumentContent, Format } from '@orbweaver/core';
import { ElementSearch } from '../page/find-elements';
import type { LightElement } from '../tree/light-node';
import { oneName } from '../tree/names';

/** Limits for all selectors together: what a document can hold. */
const MAX_VALUES = 100_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * The values of attributes of the received page, by selector and in the order of the page. An element without such an
 * attribute gives its `data-` attribute of that name, or nothing.
 */
export function collectAttributes(
  root: LightElement,
  { selectors }: Extract<Format, { type: 'attributes' }>,
  warnings: string[],
): NonNullable<DocumentContent['attributes']> {
  const search = new ElementSearch(root, 'attributes');
  let values = 0;
  let characters = 0;
  let isCut = false;
  const take = (value: string): boolean => {
    values++;
    characters += value.length;
    const isTaken = values <= MAX_VALUES && characters <= MAX_CHARACTERS;
    isCut ||= !isTaken;
    return isTaken;
  };
  const attributes = selectors.map(({ selector, attribute }) => ({
    selector,
    attribute,
    values: (search.find(selector) ?? [])
      .map((element) => readValue(element, attribute))
      .filter((value) => value !== null)
      .filter(take),
  }));
  warnings.push(...search.warnings());
  if (isCut) warnings.push('attributes: there are too many values; some were left out.');
  return attributes;
}

/** HTML knows attribute names in lower case; XML keeps them as written. */
function readValue(element: LightElement, name: string): string | null {
  for (const form of [name, name.toLowerCase()]) {
    const value = element.getAttribute(oneName(form)) ?? element.getAttribute(oneName(`data-${form}`));
    if (value !== null) return value;
  }
  return null;
}
