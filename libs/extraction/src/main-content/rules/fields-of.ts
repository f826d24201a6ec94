import type { LightElement } from '../../tree/light-node';
import { extendHash } from '../characters';
import { IntMap } from '../int-map';
import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';

/** Blocks of a field. */
const LEAST = 3;
/** Elements from the innermost outwards, whose names tell the place. */
const LEVELS = 3;

/**
 * Blocks that stand in the same kind of place: the prices of the cards of a grid, the answers of a thread. Their innermost
 * elements have the same names, and some of these a class; elements without say nothing.
 */
export function fieldsOf({ blocks, elements, names }: PageView): number[][] {
  const fields: number[][] = [];
  /** By the hash of their names: the number of a field, counted from 1. */
  const numbers = new IntMap();
  for (let index = 0; index < blocks.length; index++) {
    let hash = 0;
    let outer = (blocks[index] as TextBlock).element;
    for (let level = 0; level < LEVELS && outer !== -1; level++, outer = elements.parent[outer] as number)
      hash = extendHash(hash, names.first[outer] as number);
    const number = numbers.get(hash);
    if (number !== 0) (fields[number - 1] as number[]).push(index);
    else numbers.set(hash, fields.push([index]));
  }
  return fields.filter((field) => field.length >= LEAST && isNamed(elements, blocks[field[0] as number] as TextBlock));
}

function isNamed({ node, parent }: BlockElements, { element }: TextBlock): boolean {
  for (let level = 0, outer = element; level < LEVELS && outer !== -1; level++, outer = parent[outer] as number)
    if ((node[outer] as LightElement).getAttribute('class') !== null) return true;
  return false;
}

/** Share of the blocks that are kept. */
export function keptShare(field: readonly number[], kept: Uint8Array): number {
  return field.reduce((sum, index) => sum + (kept[index] as number), 0) / field.length;
}
