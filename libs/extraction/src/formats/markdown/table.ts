import type { LightElement } from '../../tree/light-node';
import { isKeptAsHtml, joinLines } from './cell-html';
import { rowsOf, type TableRow } from './table-rows';

/** Written cells wait here until their table is put together. */
const written = new WeakMap<LightElement, string>();

/** Columns. A wider span is a slip of its author. */
const MAX_SPAN = 32;
/** Empty cells that spans may add, for each written one. More is meant to blow up the text, and then spans do not count. */
const MAX_FILLERS = 8;
/** Rows that are asked for the alignment of a column. */
const MAX_ALIGNING = 3;

type Grid = (LightElement | null)[][];

export function writeCell(content: string, cell: LightElement): string {
  written.set(cell, joinLines(content));
  return '';
}

/**
 * A GFM table. `rest` is what the table holds beside its cells, such as a caption. GFM wants a header: where the page
 * has none it is empty, rather than taking a row of data for one. The text of a cell that spans others stands in the
 * first of them: repeated, it would be counted and found more often than the page says it.
 */
export function writeTable(rest: string, table: LightElement): string {
  const whole = rowsOf(table);
  if (whole.every(isEmptyRow)) return `\n\n${rest}\n\n`;
  if (isKeptAsHtml(table)) return `${rest.trim()}\n${htmlOf(whole)}\n`;
  const rows = withoutEmptyHead(whole);
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

/** Rows without a text above the header set widths: `<thead><tr aria-hidden=true><th></th></tr><tr><th>Title</th></tr>`. */
function withoutEmptyHead(rows: TableRow[]): TableRow[] {
  const first = rows.findIndex((row) => !isEmptyRow(row));
  const isDropped = rows.slice(0, first).every(mayBeDropped) && isHeader(rows.slice(first));
  return isDropped ? rows.slice(first) : rows;
}

/** A cell that spans rows would push on what stands below it. */
function mayBeDropped({ cells, isHead }: TableRow): boolean {
  return cells.every((cell) => (isHead || cell.localName === 'th') && (cell.getAttribute('rowspan') ?? '1') === '1');
}

function isEmptyRow({ cells }: TableRow): boolean {
  return cells.every(isEmpty);
}

/** Without the last columns that hold no text in any row: a stray cell of one row, or a place for buttons. */
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

/** Zero spans the rest of the rows. */
function heightOf(cell: LightElement, rows: TableRow[], rowIndex: number): number {
  const left = rows.length - rowIndex;
  return cell.getAttribute('rowspan')?.trim() === '0' ? left : Math.min(span(cell, 'rowspan', left), left);
}

function span(cell: LightElement, name: string, most: number): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isNaN(value) ? 1 : Math.max(1, Math.min(value, most));
}

/** A row with a header for itself and data behind it is not the header of the table. */
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

/** As its header says, or else as its first cells do, when they agree. */
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

/** A table within a cell. Its own cells may span others, as HTML has a form for that. */
function htmlOf(rows: TableRow[]): string {
  const parts: string[] = [];
  for (const { cells } of rows) {
    const texts = cells.map(
      (cell) => `<${cell.localName}${spans(cell)}>${written.get(cell) ?? ''}</${cell.localName}>`,
    );
    parts.push(`<tr>${texts.join('')}</tr>`);
  }
  return `<table>${parts.join('')}</table>`;
}

function spans(cell: LightElement): string {
  const [colspan, rowspan] = ['colspan', 'rowspan'].map((name) => span(cell, name, MAX_SPAN));
  return `${colspan === 1 ? '' : ` colspan="${colspan}"`}${rowspan === 1 ? '' : ` rowspan="${rowspan}"`}`;
}
