import type { DocumentContent, Format } from '@orbweaver/core';
import { ElementSearch } from '../page/find-elements';
import type { LightElement } from '../tree/light-node';
import { oneName } from '../tree/names';

/** Limits of all selectors together, from the size limit of a document. */
const MAX_VALUES = 100_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Values of attributes of the received page, by selector and in document order; `data-NAME` is the fallback of `NAME`. */
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
  const attributes = selectors.map(({ selector, attribute }) => {
    const forms = formsOf(attribute);
    const found = (search.find(selector) ?? []).map((element) => readValue(element, forms));
    return { selector, attribute, values: found.filter((value) => value !== null).filter(take) };
  });
  warnings.push(...search.warnings());
  if (isCut) warnings.push('attributes: too many values; some were left out.');
  return attributes;
}

/** Attribute names of HTML are in lower case, those of XML as written. */
function formsOf(name: string): string[] {
  const lower = name.toLowerCase();
  return [name, `data-${name}`, lower, `data-${lower}`].map(oneName);
}

function readValue(element: LightElement, forms: readonly string[]): string | null {
  for (const form of forms) {
    const value = element.getAttribute(form);
    if (value !== null) return value;
  }
  return null;
}
