import type { Cell, Row } from './page-text';
import { type Block } from './write-html';

const MIN_ROWS = 3;
/** Minimum rows of a table with more than two columns. */
const MIN_ROWS_OF_MANY = 2;
const MAX_ROWS = 1000;
const MAX_COLUMNS = 20;
/** Minimum share of cells with text. */
const MIN_FILL = 0.6;
/** In units of the font size. */
const MIN_GAP = 0.5;
const MAX_ROW_DISTANCE = 3;
const MAX_LINE_DISTANCE = 1.5;
/** Leader dots between title and page number: a table of contents. */
export const LEADER = /(?:\s?[.·…]){4,}/;

interface Column {
  left: number;
  right: number;
}

export interface TakenTable {
  block: Extract<Block, { kind: 'table' }>;
  length: number;
}

/** The table that begins with the row at `start`, if its cells are aligned in columns. */
export function takeTable(rows: Row[], start: number): TakenTable | undefined {
  const { end, columns } = growTable(rows, start);
  const part = rows.slice(start, end);
  const full = part.filter((row) => row.cells.length > 1).length;
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return undefined;
  if (full < (columns.length > 2 ? MIN_ROWS_OF_MANY : MIN_ROWS)) return undefined;
  const cells = fillCells(part, columns);
  if (cells === undefined) return undefined;
  return { block: { kind: 'table', rows: cells, hasHeader: isHeader(cells) }, length: part.length };
}

/** Takes rows until their cells together leave no gaps. */
function growTable(rows: Row[], start: number): { end: number; columns: Column[] } {
  let columns: Column[] = [];
  let end = start;
  let second = Number.POSITIVE_INFINITY;
  for (; end < rows.length && end - start < MAX_ROWS; end++) {
    const row = rows[end] as Row;
    const before = end > start ? rows[end - 1] : undefined;
    if (row.cells.some((cell) => LEADER.test(cell.text))) break;
    const distance = before === undefined ? 0 : (before.y - row.y) / row.size;
    if (distance > MAX_ROW_DISTANCE || distance < 0) break;
    // A cell other than the first may continue alone on the next line.
    const goesOn = distance <= MAX_LINE_DISTANCE && row.left >= second - row.size;
    if (row.cells.length < 2 && !goesOn) break;
    const merged = mergeColumns([...columns, ...row.cells], row.size);
    if (merged.length < 2 || (end - start >= MIN_ROWS && merged.length < columns.length)) break;
    columns = merged;
    if (row.cells.length > 1) second = (row.cells[1] as Cell).left;
  }
  return { end, columns };
}

function mergeColumns(cells: Column[], size: number): Column[] {
  const columns: Column[] = [];
  for (const { left, right } of cells.sort((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last === undefined || left > last.right + MIN_GAP * size) columns.push({ left, right });
    else last.right = Math.max(last.right, right);
  }
  return columns;
}

function fillCells(rows: Row[], columns: Column[]): string[][] | undefined {
  const table: string[][] = [];
  for (const row of rows) {
    const isMore = row.cells.length === 1;
    const target = isMore ? (table.at(-1) as string[]) : columns.map(() => '');
    for (const cell of row.cells) {
      const index = columns.findIndex((column) => cell.left <= column.right);
      target[index] = `${target[index]} ${cell.text}`.trim();
    }
    if (!isMore) table.push(target);
  }
  const filled = table.flat().filter((text) => text !== '').length;
  return filled >= MIN_FILL * table.length * columns.length ? table : undefined;
}

/** Column names, and a number in a row below. */
export function isHeader(cells: string[][]): boolean {
  const [first, ...others] = cells;
  const isName = (text: string) => text !== '' && !/\d/.test(text);
  return others.length > 0 && (first?.every(isName) ?? false);
}
