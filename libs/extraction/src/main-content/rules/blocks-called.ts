import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';

/** Of these, the name says something about the page. */
const WHOLE = new Set('article body html main'.split(' '));

/**
 * By block: 1 within an element with something kept whose class or id `pattern` matches, and of which `isOne` holds.
 * `part` is in all that the pattern matches.
 */
export function blocksCalled(
  { blocks, elements, names }: PageView,
  kept: Uint8Array,
  part: string,
  pattern: RegExp,
  isOne: (element: number) => boolean = () => true,
): Uint8Array {
  const isCalled = (name: string | null): boolean => name?.includes(part) === true && pattern.test(name);
  const { node, first, end } = elements;
  const inside = new Uint8Array(blocks.length);
  /** By number of all classes: 0 not looked at yet, 1 something else, 2 called so. */
  const looked = new Uint8Array(names.most + 1);
  const last = kept.lastIndexOf(1);
  let behind = kept.indexOf(1);
  for (let element = 0; element < node.length; element++) {
    const stop = end[element] as number;
    if (stop <= behind || (first[element] as number) > last) continue;
    const one = node[element] as LightElement;
    const whole = names.whole[element] as number;
    if (looked[whole] === 0) looked[whole] = isCalled(one.getAttribute('class')) ? 2 : 1;
    if ((looked[whole] !== 2 && !isCalled(one.getAttribute('id'))) || WHOLE.has(one.localName) || !isOne(element))
      continue;
    inside.fill(1, first[element], stop);
    behind = stop;
  }
  return inside;
}
