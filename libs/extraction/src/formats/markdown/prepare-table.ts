import type { LightElement } from '../../tree/light-node';
import { detach, elementsOf, findElement, textOf } from '../../tree/walk';
import { isHeading } from './blocks';
import { keepAsHtml } from './cell-html';
import { isInListing, prepareCodeTable } from './prepare-code';
import { rowsOf, type TableRow } from './table-rows';

/** Longer cells belong to a layout table: without and with a header or other sign of data. */
const MAX_PLAIN_CELL = 500;
const MAX_CELL = 5000;
/** Longest cell of a table with one row or column and no header. */
const MAX_SINGLE_CELL = 100;
/** Columns of a table without a header. */
const MAX_PLAIN_COLUMNS = 50;
/** Classes of data tables (Bootstrap, MediaWiki, DataTables). */
const DATA_CLASS = /(?:^|\s)(?:table-(?:bordered|striped)|wikitable|data-?table|tablesorter)(?:\s|$)/i;
const LAYOUT = new Set('ARTICLE FORM H1 H2 H3 H4 H5 H6 IFRAME NAV OL PRE SECTION UL VIDEO'.split(' '));
/** Elements that a single row or column of data does not contain. */
const NOT_IN_FACTS = new Set('BR BUTTON DIV H1 H2 H3 H4 H5 H6 IMG INPUT OL P SELECT TABLE UL'.split(' '));

const dataCells = new WeakSet<LightElement>();

/** Turns a table into a data table, a code block or, if it only arranges content, into blocks. */
export function prepareTable(table: LightElement): void {
  if (isInListing(table)) {
    table.nodeName = 'DIV';
    return;
  }
  // Tables that contain tables arrange content; each node is searched for its innermost table only.
  if (findElement(table, ({ nodeName }) => nodeName === 'TABLE') !== undefined) arrange(table, rowsOf(table));
  else if (!prepareCodeTable(table)) {
    const rows = rowsOf(table);
    if (isData(table, rows)) keepCells(rows);
    else arrange(table, rows);
  }
}

/** A cell outside of a data table is a block. */
export function prepareCell(cell: LightElement): void {
  if (!dataCells.has(cell)) cell.nodeName = 'DIV';
}

function arrange(table: LightElement, rows: TableRow[]): void {
  for (const section of table.childNodes) if (section.nodeType !== 3) section.nodeName = 'DIV';
  for (const { row } of rows) row.nodeName = 'DIV';
  table.nodeName = 'DIV';
}

/** Lists, code blocks and quotes in cells are written as HTML, other blocks as lines. */
function keepCells(rows: TableRow[]): void {
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    dataCells.add(cell);
    for (const element of [...elementsOf(cell)]) {
      if (/^(?:UL|OL|MENU|LI|PRE|BLOCKQUOTE)$/.test(element.nodeName)) keepAsHtml(element);
      else if (element.nodeName === 'HR') detach(element);
      else if (isHeading(element) || element.nodeName === 'DETAILS') element.nodeName = 'DIV';
    }
  }
}

function isData(table: LightElement, rows: TableRow[]): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.length === 0) return false;
  const hasLongCell = (limit: number) => cells.some((cell) => textOf(cell).length > limit);
  const hasHeader = rows.some((row) => row.isHead) || cells.some((cell) => cell.localName === 'th');
  if (hasHeader) return (cells.length > 1 || rows[0]?.isHead === true) && !hasLongCell(MAX_CELL);
  const columns = rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);
  if (cells.length === 1 || columns > MAX_PLAIN_COLUMNS) return false;
  if ((rows.length === 1 || columns === 1) && !areFacts(cells)) return false;
  if (isDeclared(table)) return !hasLongCell(MAX_CELL);
  return !hasLongCell(MAX_PLAIN_CELL) && findElement(table, ({ nodeName }) => LAYOUT.has(nodeName)) === undefined;
}

/** Has a caption, borders or a class of data tables. */
function isDeclared(table: LightElement): boolean {
  if (Number(table.getAttribute('border') ?? 0) > 0 || table.getAttribute('rules') !== null) return true;
  if (DATA_CLASS.test(table.getAttribute('class') ?? '')) return true;
  return table.childNodes.some((child) => child.nodeName === 'CAPTION');
}

/** Whether a single row or column contains short texts, not only links (a menu) or blocks (a layout). */
function areFacts(cells: LightElement[]): boolean {
  let linked = 0;
  for (const cell of cells) {
    const text = textOf(cell).trim();
    if (text === '' || text.length > MAX_SINGLE_CELL) return false;
    const elements = [...elementsOf(cell)];
    if (elements.some(({ nodeName }) => NOT_IN_FACTS.has(nodeName))) return false;
    const links = elements.filter(({ nodeName }) => nodeName === 'A');
    if (links.reduce((sum, link) => sum + textOf(link).trim().length, 0) === text.length) linked++;
  }
  return linked < cells.length;
}
