import { type Block } from './write-html';

type Table = Extract<Block, { kind: 'table' }>;

/**
 * Appends the rows of `next` to `table` if a page break cut it: the column names are repeated or (`isTagged`) absent.
 * Returns false for two tables.
 */
export function joinTables(table: Table, next: Block, isTagged: boolean): boolean {
  if (next.kind !== 'table' || table.rows[0]?.length !== next.rows[0]?.length) return false;
  const isRepeated = table.rows[0]?.every((text, column) => text === next.rows[0]?.[column]) ?? false;
  if (!isRepeated && (!isTagged || next.hasHeader)) return false;
  table.rows.push(...next.rows.slice(isRepeated ? 1 : 0));
  return true;
}
