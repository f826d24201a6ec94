import type { LightElement } from '../../tree/light-node';
import { rowsOf, type TableRow } from './prepare-table';

/** Written cells wait here until their table is put together. */
const written = new WeakMap<LightElement, string>();

/** Columns. A wider span is a slip of its author. */
const MAX_SPAN = 32;
/** Empty cells that spans may add, for each written one. More is meant to blow up the text, and then spans do not count. */
const MAX_FILLERS = 8;

export function writeCell(content: string, cell: LightElement): string {
  written.set(
    cell,
    content
      .trim()
      .replace(/[ \t]*\n[ \t\n]*/g, '<br>')
      .replaceAll('|', '\\|'),
  );
  return '';
}

/**
 * A GFM table. `rest` is what the table holds beside its cells, such as a caption. GFM wants a header: where the page
 * has none it is empty, rather than taking a row of data for one.
 */
export function writeTable(rest: string, table: LightElement): string {
  const rows = rowsOf(table);
  const grid = layOut(rows);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const first = rows[0];
  if (first === undefined || width === 0) return `\n\n${rest}\n\n`;
  const hasHeader = isHeader(first);
  const header = Array.from({ length: width }, (_, column) => (hasHeader ? (grid[0]?.[column] ?? '') : ''));
  const lines = [line(header), line(Array.from({ length: width }, (_, column) => alignment(first.cells[column])))];
  for (const row of hasHeader ? grid.slice(1) : grid) lines.push(line(row));
  return `\n\n${rest.trim()}\n\n${lines.join('\n')}\n\n`;
}

function layOut(rows: TableRow[]): string[][] {
  const grid: string[][] = rows.map(() => []);
  let fillers = rows.reduce((sum, { cells }) => sum + cells.length * MAX_FILLERS, 0);
  rows.forEach(({ cells }, rowIndex) => {
    const row = grid[rowIndex] as string[];
    let column = 0;
    for (const cell of cells) {
      while (row[column] !== undefined) column++;
      let height = Math.min(span(cell, 'rowspan', rows.length), rows.length - rowIndex);
      let width = span(cell, 'colspan', MAX_SPAN);
      fillers -= height * width - 1;
      if (fillers < 0) height = width = 1;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          (grid[rowIndex + y] as string[])[column + x] = x === 0 && y === 0 ? (written.get(cell) ?? '') : '';
        }
      }
      column += width;
    }
  });
  return grid;
}

function span(cell: LightElement, name: string, most: number): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isNaN(value) ? 1 : Math.max(1, Math.min(value, most));
}

function isHeader(row: TableRow): boolean {
  return row.isHead || row.cells.some((cell) => cell.localName === 'th') || row.cells.every(isBold);
}

function isBold(cell: LightElement): boolean {
  return /^\*\*[^*]+\*\*$/.test(written.get(cell) ?? '');
}

function alignment(cell: LightElement | undefined): string {
  const declared =
    cell?.getAttribute('align') ?? /text-align\s*:\s*(\w+)/i.exec(cell?.getAttribute('style') ?? '')?.[1];
  switch (declared?.toLowerCase()) {
    case 'left':
      return ':--';
    case 'center':
      return ':-:';
    case 'right':
      return '--:';
    default:
      return '---';
  }
}

function line(cells: string[]): string {
  return `| ${Array.from(cells, (cell) => cell ?? '').join(' | ')} |`;
}
