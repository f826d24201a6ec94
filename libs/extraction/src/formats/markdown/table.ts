import type { LightElement } from '../../tree/light-node';
import { joinLines } from './cell-html';
import { rowsOf, type TableRow } from './table-rows';

/** Markdown of cells, until their table is written. */
const written = new WeakMap<LightElement, string>();

/** Wider column spans are errors. */
const MAX_SPAN = 32;
/** Empty cells that spans may add for each real one. Beyond that, spans are ignored. */
const MAX_FILLERS = 8;
/** Rows that decide the alignment of a column without a declared one. */
const MAX_ALIGNING = 3;

type Grid = (LightElement | null)[][];

export function writeCell(content: string, cell: LightElement): string {
  written.set(cell, joinLines(content));
  return '';
}

/** Writes a GFM table, which requires a header row. `rest`: other content, such as a caption. */
export function writeTable(rest: string, table: LightElement): string {
  const rows = rowsOf(table);
  if (rows.every(isEmptyRow)) return `\n\n${rest}\n\n`;
  const grid = withoutEmptyEnd(layOut(rows));
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const header = isHeader(rows) ? grid[0] : undefined;
  const body = header === undefined ? grid : grid.slice(1);
  const lines = [
    line(Array.from({ length: width }, (_, column) => textOf(header?.[column]))),
    line(Array.from({ length: width }, (_, column) => delimiter(column, header?.[column], body))),
  ];
  for (const row of body) lines.push(line(Array.from(row, textOf)));
  return `\n\n${rest.trim()}\n\n${lines.join('\n')}\n\n`;
}

function isEmptyRow({ cells }: TableRow): boolean {
  return cells.every(isEmpty);
}

/** Removes trailing columns without text. */
function withoutEmptyEnd(grid: Grid): Grid {
  let width = 0;
  for (const row of grid) {
    let end = row.length;
    while (end > width && textOf(row[end - 1]) === '') end--;
    width = Math.max(width, end);
  }
  return grid.map((row) => row.slice(0, width));
}

function textOf(cell: LightElement | null | undefined): string {
  return (cell ? (written.get(cell) ?? '') : '').replaceAll('|', '\\|');
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function layOut(rows: TableRow[]): Grid {
  const grid: Grid = rows.map(() => []);
  let fillers = rows.reduce((sum, { cells }) => sum + cells.length * MAX_FILLERS, 0);
  rows.forEach(({ cells }, rowIndex) => {
    const row = grid[rowIndex] as Grid[number];
    let column = 0;
    for (const cell of cells) {
      while (row[column] !== undefined) column++;
      let height = heightOf(cell, rows, rowIndex);
      let width = span(cell, 'colspan', MAX_SPAN);
      fillers -= height * width - 1;
      if (fillers < 0) height = width = 1;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          (grid[rowIndex + y] as Grid[number])[column + x] = x === 0 && y === 0 ? cell : null;
        }
      }
      column += width;
    }
  });
  return grid;
}

/** 0 spans the remaining rows. */
function heightOf(cell: LightElement, rows: TableRow[], rowIndex: number): number {
  const left = rows.length - rowIndex;
  return cell.getAttribute('rowspan')?.trim() === '0' ? left : Math.min(span(cell, 'rowspan', left), left);
}

function span(cell: LightElement, name: string, most: number): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isNaN(value) ? 1 : Math.max(1, Math.min(value, most));
}

/** A first row with one `th` and data cells is a row header. */
function isHeader([first]: TableRow[]): boolean {
  if (first === undefined) return false;
  if (first.isHead) return true;
  const headers = first.cells.filter((cell) => cell.localName === 'th');
  if (headers.length > 0)
    return headers.length > 1 || first.cells.every((cell) => cell.localName === 'th' || isEmpty(cell));
  return first.cells.every((cell) => /^\*\*[^*]+\*\*$/.test(written.get(cell) ?? ''));
}

function isEmpty(cell: LightElement): boolean {
  return !written.get(cell);
}

/** Alignment of the header, or else of the first cells if they agree. */
function delimiter(column: number, header: LightElement | null | undefined, body: Grid): string {
  let side = header ? sideOf(header) : undefined;
  if (side === undefined && body.length > 0) {
    const sides = body.slice(0, MAX_ALIGNING).map((row) => (row[column] ? sideOf(row[column]) : undefined));
    if (sides.every((one) => one === sides[0])) side = sides[0];
  }
  return side === 'left' ? ':--' : side === 'center' ? ':-:' : side === 'right' ? '--:' : '---';
}

function sideOf(cell: LightElement): string | undefined {
  const declared =
    cell.getAttribute('align') ??
    /text-align\s*:\s*(\w+)/i.exec(cell.getAttribute('style') ?? '')?.[1] ??
    /(?:^|\s)(?:has-)?text-(?:align-)?(left|center|right)(?:\s|$)/.exec(cell.getAttribute('class') ?? '')?.[1];
  return declared?.trim().toLowerCase();
}
