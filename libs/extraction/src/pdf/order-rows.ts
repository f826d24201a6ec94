import { dropRunningRows } from './drop-running-rows';
import type { Row } from './page-text';
import type { PdfReading } from './read-pdf';
import { splitColumns } from './split-columns';

/** Points. Turned text is a note in the margin, or the label of an axis. */
const TURNED_SIZE = 8;

/** The rows of all pages in pieces of consecutive rows; skewed text comes last on its page. */
export function orderRows(pages: PdfReading['pages'], options: { dropRunning: boolean }): Row[][] {
  const rows = pages.map((page) => page.rows);
  const kept = options.dropRunning ? dropRunningRows(rows) : rows;
  return pages.flatMap(({ turned }, index) => {
    const pieces = splitColumns(kept[index] ?? []);
    if (turned.length > 0) pieces.push([makeNote(turned.join(' '))]);
    return pieces;
  });
}

function makeNote(text: string): Row {
  const right = text.length * TURNED_SIZE * 0.5;
  return { cells: [{ text, left: 0, right }], left: 0, right, y: 0, size: TURNED_SIZE, isMono: false };
}
