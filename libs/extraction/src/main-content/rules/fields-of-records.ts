import { extendHash } from '../characters';
import { findAround, recordsOf } from '../features/find-records';
import type { PageView } from '../page-view';

/** Blocks of a field: fewer say nothing of what is usual. */
const LEAST = 4;

/**
 * Blocks that stand in the same place of each record of a row: the price of every card, the date of every post, the
 * items of a list. Cells of tables and lines of listings belong to these, whatever stands in others.
 */
export function fieldsOfRecords(page: PageView): number[][] {
  const { blocks, elements, names, tags } = page;
  const records = recordsOf(page);
  const { inner, outer } = findAround(page, records);
  /** By the row and the hash of the names on the way down to the block. */
  const fields = new Map<string, number[]>();
  blocks.forEach(({ element, isPre }, index) => {
    if (isPre || tags[index] === 'td' || tags[index] === 'th') return;
    const outermost = outer[element] as number;
    const record = outermost === -1 ? (inner[element] as number) : outermost;
    if (record === -1) return;
    let hash = names.first[record] as number;
    for (let at = element; at !== record; at = elements.parent[at] as number)
      hash = extendHash(hash, names.first[at] as number);
    const key = `${records[record]?.members[0]} ${hash}`;
    const field = fields.get(key);
    if (field === undefined) fields.set(key, [index]);
    else field.push(index);
  });
  return [...fields.values()].filter(({ length }) => length >= LEAST);
}
