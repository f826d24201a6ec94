import type { BlockElements } from '../text-blocks';

/** Returns the innermost element and its ancestors up to level `outermost`, -1 above the root. The array is reused. */
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
