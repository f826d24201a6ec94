import type { LightElement } from '../../tree/light-node';
import { detach, elementsOf, findElement, textOf } from '../../tree/walk';
import { isHeading } from './blocks';

/** Columns of line numbers beside code. */
export const GUTTER =
  /(?:^|\s)(?:gutter|rouge-gutter|linenos?|lineno|linenodiv|line-?numbers?|line-?numbers?-rows|blob-num|hljs-ln-numbers|crayon-nums)(?:\s|$)/i;

/** Characters. Cells without a header that hold more are there for the layout. */
const MAX_PLAIN_CELL = 500;
const MAX_CELL = 5000;

export interface TableRow {
  row: LightElement;
  cells: LightElement[];
  /** Stands in a thead. */
  isHead: boolean;
}

/** The rows of a table itself, not of tables in it. */
export function rowsOf(table: LightElement): TableRow[] {
  const rows: TableRow[] = [];
  for (const section of childElements(table)) {
    if (section.localName === 'tr') rows.push({ row: section, cells: cellsOf(section), isHead: false });
    if (!/^(?:thead|tbody|tfoot)$/.test(section.localName)) continue;
    for (const row of childElements(section)) {
      if (row.localName === 'tr') rows.push({ row, cells: cellsOf(row), isHead: section.localName === 'thead' });
    }
  }
  return rows.filter((row) => row.cells.length > 0);
}

/** Cells of tables that stay tables. */
const dataCells = new WeakSet<LightElement>();

/** A table of data stays one, with what its cells hold brought to one line; a table that only arranges becomes blocks. */
export function prepareTable(table: LightElement): void {
  // First of all, and to be stopped at the first one: behind it, every node is looked at for its innermost table only.
  const holdsTable = findElement(table, (element) => element.nodeName === 'TABLE') !== undefined;
  if (!holdsTable) removeGutters(table);
  const rows = rowsOf(table);
  if (holdsTable || !isData(table, rows)) {
    for (const element of childElements(table)) element.nodeName = 'DIV';
    for (const { row } of rows) row.nodeName = 'DIV';
    table.nodeName = 'DIV';
    return;
  }
  for (const { cells } of rows) {
    for (const cell of cells) {
      dataCells.add(cell);
      straightenCell(cell);
    }
  }
}

/** A cell without its table is a block: nobody would collect what a cell leaves for its table. */
export function prepareCell(cell: LightElement): void {
  if (!dataCells.has(cell)) cell.nodeName = 'DIV';
}

function isData(table: LightElement, rows: TableRow[]): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.length === 0) return false;
  const hasHeader = rows.some((row) => row.isHead || row.cells.some((cell) => cell.localName === 'th'));
  const isLong = (limit: number) => cells.some((cell) => textOf(cell).length > limit);
  if (hasHeader) return rows.length > 1 && !isLong(MAX_CELL);
  if (rows.length < 2 || !rows.some((row) => row.cells.length > 1) || isLong(MAX_PLAIN_CELL)) return false;
  return (
    findElement(table, (element) => isHeading(element) || /^(?:PRE|UL|OL|FORM)$/.test(element.nodeName)) === undefined
  );
}

function straightenCell(cell: LightElement): void {
  for (const element of [...elementsOf(cell)]) {
    if (element.nodeName === 'PRE') makeInline(element);
    else if (element.nodeName === 'HR') detach(element);
    else if (isHeading(element) || element.nodeName === 'BLOCKQUOTE') element.nodeName = 'DIV';
  }
}

/** A listing in a cell can only be code within the line. */
function makeInline(listing: LightElement): void {
  const code = findElement(listing, (element) => element.nodeName === 'CODE');
  listing.nodeName = code === undefined ? 'CODE' : 'SPAN';
}

function removeGutters(table: LightElement): void {
  if (findElement(table, (element) => element.nodeName === 'PRE' || element.nodeName === 'CODE') === undefined) return;
  for (const { cells } of rowsOf(table)) {
    for (const cell of cells) if (GUTTER.test(cell.getAttribute('class') ?? '')) detach(cell);
  }
}

function cellsOf(row: LightElement): LightElement[] {
  return childElements(row).filter((cell) => cell.localName === 'td' || cell.localName === 'th');
}

function childElements(parent: LightElement): LightElement[] {
  return parent.childNodes.filter((child): child is LightElement => child.nodeType === 1);
}
