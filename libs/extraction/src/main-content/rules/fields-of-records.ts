import { extendHash } from '../characters';
import { findAround, recordsOf } from '../features/find-records';
import { IntMap } from '../int-map';
import type { PageView } from '../page-view';

/** Blocks of a field: fewer say nothing of what is usual. */
const LEAST = 4;

/** The rule is asked twice. */
const found = new WeakMap<PageView, readonly number[][]>();

/**
 * Blocks that stand in the same place of each record of a row: the price of every card, the date of every post, the
 * items of a list. Cells of tables and lines of listings belong to these, whatever stands in others.
 */
export function fieldsOfRecords(page: PageView): readonly number[][] {
  const fields = found.get(page) ?? findFields(page);
  found.set(page, fields);
  return fields;
}

function findFields(page: PageView): readonly number[][] {
  const { blocks, elements, names, tags } = page;
  const records = recordsOf(page);
  const { inner, outer } = findAround(page, records);
  const fields: number[][] = [];
  /** By the hash of the row and of the names on the way down to the block: the number of a field, counted from 1. */
  const numbers = new IntMap();
  blocks.forEach(({ element, isPre }, index) => {
    if (isPre || tags[index] === 'td' || tags[index] === 'th') return;
    const outermost = outer[element] as number;
    const record = outermost === -1 ? (inner[element] as number) : outermost;
    if (record === -1) return;
    let hash = extendHash(records[record]?.members[0] as number, names.first[record] as number);
    for (let at = element; at !== record; at = elements.parent[at] as number)
      hash = extendHash(hash, names.first[at] as number);
    const number = numbers.get(hash);
    if (number !== 0) (fields[number - 1] as number[]).push(index);
    else numbers.set(hash, fields.push([index]));
  });
  return fields.filter(({ length }) => length >= LEAST);
}
