import type { LightElement, LightNode } from '../../tree/light-node';
import { detach, elementsOf, findElement, nextNode, textOf } from '../../tree/walk';
import { isHeading } from './blocks';
import { keepAsHtml } from './cell-html';
import { isInListing, prepareCodeTable } from './prepare-code';
import { rowsOf, type TableRow } from './table-rows';

/** Characters. Cells without a header that hold more are there for the layout. */
const MAX_PLAIN_CELL = 500;
const MAX_CELL = 5000;
/** Characters in a cell of a table of one row or column; most of those only arrange. */
const MAX_SINGLE_CELL = 100;
/** Columns. More of them in a single row, or without a header, are no table that anybody reads. */
const MAX_PLAIN_COLUMNS = 50;
/** Elements of a table that may hold tables: past this they are a page's layout, and looking would take too long. */
const MAX_OUTER = 2000;

/** Cells of tables that stay tables. */
const dataCells = new WeakSet<LightElement>();
/** Tables in cells of those; they are written as HTML. */
const innerTables = new WeakSet<LightElement>();

/** A table of data stays one, with what its cells hold brought to one line; a table that only arranges becomes blocks. */
export function prepareTable(table: LightElement): void {
  if (isInListing(table)) {
    table.nodeName = 'DIV';
    return;
  }
  // First of all, and to be stopped at the first one: behind it, every node is looked at for its innermost table only.
  const holdsTable = findElement(table, (element) => element.nodeName === 'TABLE') !== undefined;
  if (!holdsTable && prepareCodeTable(table)) return;
  const rows = rowsOf(table);
  if (innerTables.has(table) || (holdsTable ? isOuterData(table, rows) : isData(table, rows))) keepCells(table, rows);
  else arrange(table, rows);
}

function keepCells(table: LightElement, rows: TableRow[]): void {
  for (const { cells } of rows) {
    for (const cell of cells) {
      dataCells.add(cell);
      straightenCell(cell);
    }
  }
  if (innerTables.has(table)) keepAsHtml(table);
}

function arrange(table: LightElement, rows: TableRow[]): void {
  for (let section = table.firstChild; section !== null; section = section.nextSibling) {
    if (section.nodeType !== 3) section.nodeName = 'DIV';
  }
  for (const { row } of rows) row.nodeName = 'DIV';
  table.nodeName = 'DIV';
}

/** A cell without its table is a block: nobody would collect what a cell leaves for its table. */
export function prepareCell(cell: LightElement): void {
  if (!dataCells.has(cell)) cell.nodeName = 'DIV';
}

/** Tables of data in cells of a table of data; everywhere else tables hold tables for the layout. */
function isOuterData(table: LightElement, rows: TableRow[]): boolean {
  if (rows.length < 2 || !hasHeader(rows) || !rows.some((row) => row.cells.length > 1)) return false;
  const inner: LightElement[] = [];
  let looked = 0;
  for (let node: LightNode | null = table.firstChild; node !== null; node = nextNode(node, table)) {
    if (++looked > MAX_OUTER) return false;
    if (node.nodeName === 'TABLE') inner.push(node as LightElement);
  }
  if (!isData(table, rows)) return false;
  for (const element of inner) {
    const isInnermost = findElement(element, ({ nodeName }) => nodeName === 'TABLE') === undefined;
    if (!isInnermost || !isData(element, rowsOf(element))) return false;
  }
  for (const element of inner) innerTables.add(element);
  return true;
}

function hasHeader(rows: TableRow[]): boolean {
  return rows.some((row) => row.isHead || row.cells.some((cell) => cell.localName === 'th'));
}

function isData(table: LightElement, rows: TableRow[]): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.length === 0 || cells.some(holdsSections)) return false;
  const isLong = (limit: number) => cells.some((cell) => textOf(cell).length > limit);
  if (hasHeader(rows)) return (cells.length > 1 || rows[0]?.isHead === true) && !isLong(MAX_CELL);
  const columns = rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);
  if (cells.length === 1 || columns > MAX_PLAIN_COLUMNS) return false;
  if ((rows.length === 1 || columns === 1) && !holdFacts(cells)) return false;
  if (isDeclared(table)) return !isLong(MAX_CELL);
  return !isLong(MAX_PLAIN_CELL) && findElement(table, isOfLayout) === undefined;
}

/** Text under headings of its own; a single heading is what a cell is called. */
function holdsSections(cell: LightElement): boolean {
  let headings = 0;
  for (const element of elementsOf(cell)) if (isHeading(element) && ++headings === 2) return true;
  return false;
}

/** Its author has said that it is one: by a caption, lines between the cells, or the usual names for its looks. */
function isDeclared(table: LightElement): boolean {
  if (Number(table.getAttribute('border') ?? 0) > 0 || table.getAttribute('rules') !== null) return true;
  if (
    /(?:^|\s)(?:table-(?:bordered|striped)|wikitable|data-?table|tablesorter)(?:\s|$)/i.test(
      table.getAttribute('class') ?? '',
    )
  ) {
    return true;
  }
  for (let child = table.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeName === 'CAPTION') return true;
  }
  return false;
}

function isOfLayout(element: LightElement): boolean {
  return isHeading(element) || /^(?:PRE|UL|OL|FORM|IFRAME|VIDEO|ARTICLE|SECTION|NAV)$/.test(element.nodeName);
}

/** A row or a column of words; one of links is a menu, one of paragraphs or images a page. */
function holdFacts(cells: LightElement[]): boolean {
  let links = 0;
  for (const cell of cells) {
    const text = textOf(cell).trim();
    if (text === '' || text.length > MAX_SINGLE_CELL) return false;
    let length = 0;
    for (const element of elementsOf(cell)) {
      if (/^(?:IMG|DIV|P|TABLE|H[1-6]|UL|OL|BR|INPUT|BUTTON|SELECT)$/.test(element.nodeName)) return false;
      if (element.nodeName === 'A') length += textOf(element).trim().length;
    }
    if (length === text.length) links++;
  }
  return links < cells.length;
}

/** Lists, listings and quotes within a cell are written as HTML; other blocks are lines. */
function straightenCell(cell: LightElement): void {
  for (const element of [...elementsOf(cell)]) {
    if (/^(?:UL|OL|MENU|LI|PRE|BLOCKQUOTE)$/.test(element.nodeName)) keepAsHtml(element);
    else if (element.nodeName === 'HR') detach(element);
    else if (isHeading(element) || element.nodeName === 'DETAILS') element.nodeName = 'DIV';
  }
}
