import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Blocks of a field. */
const LEAST = 3;
/** Elements from the innermost outwards, whose names tell the place. */
const LEVELS = 3;
/** More than a page has, and small enough for three of them to make one whole number. */
const NAMES = 200_000;

/**
 * Blocks that stand in the same kind of place: the prices of the cards of a grid, the answers of a thread. Their innermost
 * elements have the same names, and some of these a class; elements without say nothing.
 */
export function fieldsOf({ blocks, elements, names }: PageView): number[][] {
  const fields = new Map<number, number[]>();
  blocks.forEach(({ element }: TextBlock, index) => {
    let key = 0;
    let isNamed = false;
    let outer = element;
    for (let level = 0; level < LEVELS; level++) {
      key = key * NAMES + (outer === -1 ? 0 : (names.first[outer] as number));
      if (outer === -1) continue;
      isNamed ||= (elements.node[outer] as LightElement).attributes.class !== undefined;
      outer = elements.parent[outer] as number;
    }
    if (!isNamed) return;
    const field = fields.get(key);
    if (field === undefined) fields.set(key, [index]);
    else field.push(index);
  });
  return [...fields.values()].filter(({ length }) => length >= LEAST);
}

/** Share of the blocks that are kept. */
export function keptShare(field: readonly number[], kept: Uint8Array): number {
  return field.reduce((sum, index) => sum + (kept[index] as number), 0) / field.length;
}
