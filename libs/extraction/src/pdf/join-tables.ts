import { type Block } from './write-html';

type Table = Extract<Block, { kind: 'table' }>;

/**
 * Appends the rows of `next` to `table` where a page break cut it: when its column names are repeated, or (`isTagged`)
 * when it has as many columns and no names. False: they are two tables.
 */
export function joinTables(table: Table, next: Block, isTagged: boolean): boolean {
  if (next.kind !== 'table' || table.rows[0]?.length !== next.rows[0]?.length) return false;
  const isRepeated = table.rows[0]?.every((text, column) => text === next.rows[0]?.[column]) ?? false;
  if (!isRepeated && (!isTagged || next.hasHeader)) return false;
  table.rows.push(...next.rows.slice(isRepeated ? 1 : 0));
  return true;
}
