import { type Row, textOfRow } from './page-text';

/** Rows checked at the top and bottom of a page. */
const EDGE_ROWS = 2;
/** In units of the font size, from baseline to baseline. */
const MIN_DISTANCE = 1.5;
const MIN_PAGES = 3;
/** Share of the pages. Left and right pages may have different headers. */
const MIN_SHARE = 0.4;
/** Points by which such a row may shift. */
const GRID = 4;

/** Characters. A longer row is a line of text, even if it ends with the page number. */
const MAX_NUMBERED = 120;

/** Removes running headers and footers: rows at the same place of most pages with the same words or the page number. */
export function dropRunningRows(pages: Row[][]): Row[][] {
  if (pages.length < MIN_PAGES) return pages;
  const counts = new Map<string, number>();
  pages.forEach((rows, page) => {
    for (const key of new Set(edgesOf(rows).flatMap((row) => keysOf(row, page)))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  });
  const enough = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  return pages.map((rows, page) => {
    const isRunning = (row: Row) => keysOf(row, page).some((key) => (counts.get(key) ?? 0) >= enough);
    const running = new Set(edgesOf(rows).filter(isRunning));
    return running.size === 0 ? rows : rows.filter((row) => !running.has(row));
  });
}

/** On a page with few rows only bare numbers are removed: slides or receipts may be alike on all pages. */
function edgesOf(rows: Row[]): Row[] {
  if (rows.length <= 2 * EDGE_ROWS) return rows.filter((row) => !/\p{L}/u.test(textOfRow(row)));
  return [...standingOff(rows.slice(0, EDGE_ROWS + 1)), ...standingOff(rows.slice(-EDGE_ROWS - 1).reverse())];
}

/** Rows from the edge inwards, up to the last wide gap; without a gap they are the text itself. */
function standingOff(rows: Row[]): Row[] {
  const last = rows.findLastIndex((row, index) => {
    const before = rows[index - 1];
    return before !== undefined && Math.abs(before.y - row.y) > MIN_DISTANCE * Math.max(row.size, before.size);
  });
  return rows.slice(0, Math.max(0, last));
}

/** Two grids, half a step apart, so that no shifting row crosses the edge of both. */
function keysOf(row: Row, page: number): string[] {
  const text = textOfRow(row);
  const places = [0, 0.5].map((shift) => `${shift} ${Math.round(row.y / GRID + shift)}`);
  const patterns = [text.replace(/\d+/g, '#')];
  if (text.length <= MAX_NUMBERED) {
    const numbers = [/^\d{1,5}(?!\S)/.exec(text)?.[0], /(?<!\S)\d{1,5}$/.exec(text)?.[0]];
    for (const number of numbers) if (number !== undefined) patterns.push(`page ${Number(number) - page}`);
  }
  return places.flatMap((place) => patterns.map((pattern) => `${place} ${pattern}`));
}
