import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { escapeHtmlText } from '../tree/serialize-html';
import type { Archive } from './open-archive';
import { quoted, writeBlocks } from './write-blocks';

/** Cells of a workbook: 4 s and 250 MB. */
const MAX_CELLS = 100_000;
const MAX_ROWS = 20_000;
const MAX_COLUMNS = 500;
/** Sheets named in a warning, and characters of each name (programs write 31 at most). */
const MAX_NAMES = 20;
const MAX_NAME = 100;

/** Parts that are passed to SheetJS, which would otherwise try its readers for many other formats. */
const READ =
  /^(?:\[Content_Types\]\.xml$|_rels\/|xl\/(?!media\/|embeddings\/|drawings\/|charts\/|theme\/|printerSettings\/|vbaProject)|mimetype$|(?:META-INF\/manifest|content|styles)\.xml$)/;

export interface ReadWorkbook {
  body: string;
  warnings: string[];
}

/** Writes a heading and a table for every visible sheet, with numbers and dates as displayed. */
export async function readWorkbook(archive: Archive): Promise<ReadWorkbook> {
  const workbook = parse(await archive.repack((name) => READ.test(name)));
  const cutSheets: string[] = [];
  let cellsLeft = MAX_CELLS;
  let body = '';
  workbook.SheetNames.forEach((name, index) => {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined || (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) return;
    const { rows, cells, isWhole } = readSheet(sheet, cellsLeft);
    cellsLeft -= cells;
    if (!isWhole) cutSheets.push(name.slice(0, MAX_NAME));
    body += `<h2>${escapeHtmlText(name)}</h2>`;
    if (rows.length > 0) body += writeBlocks([{ kind: 'table', rows }]);
  });
  return { body, warnings: warningsOf(cutSheets) };
}

function warningsOf(cutSheets: readonly string[]): string[] {
  if (cutSheets.length === 0) return [];
  const named = cutSheets.slice(0, MAX_NAMES).join(', ');
  const more = cutSheets.length > MAX_NAMES ? ` and ${cutSheets.length - MAX_NAMES} more` : '';
  return [`Sheets that exceed the size limit were truncated: ${named}${more}.`];
}

/** SheetJS reports unknown records on the console. File processes discard their output. */
function parse(bytes: Buffer): WorkBook {
  return read(bytes, {
    type: 'buffer',
    dense: true,
    sheetRows: MAX_ROWS + 1,
    cellFormula: false,
    cellHTML: false,
    // Default pattern of dates.
    dateNF: 'yyyy-mm-dd',
  });
}

interface ReadSheet {
  rows: string[][];
  cells: number;
  isWhole: boolean;
}

/** The range from the first to the last row and column with content. */
function readSheet(sheet: WorkSheet, cellsLeft: number): ReadSheet {
  const rows: Map<number, string>[] = [];
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  let isWhole = true;
  for (const cells of sheet['!data'] ?? []) {
    const row = new Map<number, string>();
    cells?.forEach((cell: CellObject | undefined, column) => {
      const html = cell === undefined ? '' : writeCell(cell);
      if (html === '') return;
      if (column >= MAX_COLUMNS) isWhole = false;
      else row.set(column, html);
    });
    for (const column of row.keys()) {
      first = Math.min(first, column);
      last = Math.max(last, column);
    }
    rows.push(row);
  }
  const start = rows.findIndex((row) => row.size > 0);
  const end = rows.findLastIndex((row) => row.size > 0) + 1;
  if (start === -1) return { rows: [], cells: 0, isWhole };
  const width = last - first + 1;
  // SheetJS reads MAX_ROWS + 1 rows from the top of the sheet.
  const shown = rows.slice(start, Math.min(end, MAX_ROWS, start + Math.floor(cellsLeft / width)));
  return {
    rows: shown.map((row) => Array.from({ length: width }, (_, index) => row.get(first + index) ?? '')),
    cells: shown.length * width,
    isWhole: isWhole && shown.length === end - start,
  };
}

function writeCell({ t: type, w: shown, v: value, l: link }: CellObject): string {
  if (type === 'z') return '';
  const text = (shown ?? (value === undefined || value === null ? '' : String(value))).trim();
  if (text === '') return '';
  const html = escapeHtmlText(text).replace(/\r?\n/g, '<br>');
  const target = link?.Target ?? '';
  return /^(?:https?|mailto):/i.test(target) ? `<a href="${quoted(target)}">${html}</a>` : html;
}
