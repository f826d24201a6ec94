import type { LightElement } from '../../tree/light-node';

/** Characters. */
const MAX_CLASSES = 40;

/** What elements are called, as numbers: the same for elements that are called the same. */
export interface ElementName {
  /** By element name and first class. */
  first: number;
  /** By element name and all classes. */
  whole: number;
}

/** Digits count as one: `post-1` and `post-22` are called the same. */
export function nameElements(elements: readonly LightElement[]): ElementName[] {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, known);
    return known;
  };
  const named = new Map<string, Map<string, ElementName>>();
  return elements.map(({ localName, attributes: { class: classes = '' } }) => {
    const ofName = named.get(localName) ?? new Map<string, ElementName>();
    named.set(localName, ofName);
    let name = ofName.get(classes);
    if (name === undefined) {
      const plain = classes.slice(0, MAX_CLASSES).replace(/\d+/g, '0');
      name = { first: numberOf(`${localName} ${plain.split(/\s/, 1)[0]}`), whole: numberOf(`${localName}.${plain}`) };
      ofName.set(classes, name);
    }
    return name;
  });
}
