import type { LightElement } from '../../tree/light-node';

export interface TableRow {
  row: LightElement;
  cells: LightElement[];
  isHead: boolean;
}

/** The rows of a table in display order, without those of nested tables and rows without cells. */
export function rowsOf(table: LightElement): TableRow[] {
  const head: TableRow[] = [];
  const body: TableRow[] = [];
  const foot: TableRow[] = [];
  for (let section = table.firstChild; section !== null; section = section.nextSibling) {
    if (section.nodeType === 3) continue;
    if (section.localName === 'tr') addRow(section, false, body);
    if (!/^(?:thead|tbody|tfoot)$/.test(section.localName)) continue;
    const rows = section.localName === 'thead' ? head : section.localName === 'tfoot' ? foot : body;
    for (let row = section.firstChild; row !== null; row = row.nextSibling) {
      if (row.nodeType !== 3 && row.localName === 'tr') addRow(row, section.localName === 'thead', rows);
    }
  }
  return [...head, ...body, ...foot];
}

function addRow(row: LightElement, isHead: boolean, rows: TableRow[]): void {
  const cells: LightElement[] = [];
  for (let cell = row.firstChild; cell !== null; cell = cell.nextSibling) {
    if (cell.nodeType !== 3 && (cell.localName === 'td' || cell.localName === 'th')) cells.push(cell);
  }
  if (cells.length > 0) rows.push({ row, cells, isHead });
}
