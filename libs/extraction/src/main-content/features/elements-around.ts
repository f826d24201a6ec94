import type { BlockElements } from '../text-blocks';

/**
 * The elements around a block from the innermost outwards, as many as asked for and that one; -1 outside of the page. All
 * answers are the same array.
 */
export function openElementsAround({ parent }: BlockElements, outermost: number): (innermost: number) => Int32Array {
  const around = new Int32Array(outermost + 1);
  return (innermost) => {
    for (let level = 0, element = innermost; level <= outermost; level++) {
      around[level] = element;
      if (element !== -1) element = parent[element] as number;
    }
    return around;
  };
}
