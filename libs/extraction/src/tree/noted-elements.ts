import { LightElement } from './light-node';
import { elementsOf } from './walk';

/** Elements that are searched several times per page. The parser records them, which saves walks over thousands of nodes. */
const NOTED = new Set('a abbr area base head html iframe img link meta noscript script style time title'.split(' '));

export function isNoted(name: string): boolean {
  return NOTED.has(name);
}

export class PageRoot extends LightElement {
  /** The recorded elements in document order; undefined after the tree has changed. */
  noted: LightElement[] | undefined;

  constructor() {
    super('#document', [], 11);
  }
}

/** Call it after elements were added to the tree of `root` or removed from it. */
export function forgetNoted(root: LightElement): void {
  if (root instanceof PageRoot) root.noted = undefined;
}

/** The elements below `root` with one of these names, in document order. The parser must record the names. */
export function elementsNamed(root: LightElement, ...names: string[]): LightElement[] {
  const noted = root instanceof PageRoot ? root.noted : undefined;
  return [...(noted ?? elementsOf(root))].filter((element) => names.includes(element.localName));
}
