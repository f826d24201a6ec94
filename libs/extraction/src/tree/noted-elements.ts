import { LightElement } from './light-node';
import { elementsOf } from './walk';

/**
 * Names that are looked for in whole pages. The parser notes these elements down as it makes them: to find them later
 * takes a walk past some thousand nodes, and a page is asked for them half a dozen times.
 */
const NOTED = new Set('a abbr area base head html iframe img link meta noscript script style time title'.split(' '));

export function isNoted(name: string): boolean {
  return NOTED.has(name);
}

export class PageRoot extends LightElement {
  /** All elements below that `isNoted`, in document order; undefined once the tree has been changed. */
  noted: LightElement[] | undefined;

  constructor() {
    super('#document', [], 11);
  }
}

/** To be called when elements were put into the tree of `root`, or taken out of it. */
export function forgetNoted(root: LightElement): void {
  if (root instanceof PageRoot) root.noted = undefined;
}

/** The elements below `root` of any of these names, which the parser notes down, in document order. */
export function elementsNamed(root: LightElement, ...names: string[]): LightElement[] {
  const noted = root instanceof PageRoot ? root.noted : undefined;
  return [...(noted ?? elementsOf(root))].filter((element) => names.includes(element.localName));
}
