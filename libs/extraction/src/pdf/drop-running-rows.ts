import { type Row, textOfRow } from './page-text';

/** Rows at the top and at the end of a page that are looked at. */
const EDGE_ROWS = 2;
const MIN_PAGES = 3;
/** Of the pages. Left and right pages have headers of their own. */
const MIN_SHARE = 0.4;
/** Points by which such a row may wander. */
const GRID = 4;

/**
 * Takes away what stands at the same place on most pages and differs in numbers at most: running headers, footers and
 * page numbers, which would stand in the middle of sentences.
 */
export function dropRunningRows(pages: Row[][]): Row[][] {
  if (pages.length < MIN_PAGES) return pages;
  const counts = new Map<string, number>();
  for (const rows of pages) {
    for (const key of new Set(edgesOf(rows).flatMap(keysOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const enough = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  return pages.map((rows) => {
    const running = new Set(
      edgesOf(rows).filter((row) => keysOf(row).some((key) => (counts.get(key) ?? 0) >= enough)),
    );
    return running.size === 0 ? rows : rows.filter((row) => !running.has(row));
  });
}

function edgesOf(rows: Row[]): Row[] {
  return rows.length <= 2 * EDGE_ROWS ? rows : [...rows.slice(0, EDGE_ROWS), ...rows.slice(-EDGE_ROWS)];
}

/** Two grids, half a step apart, so that no row wanders over the edge of both. */
function keysOf(row: Row): string[] {
  const text = textOfRow(row).replace(/\d+/g, '#');
  // The number of a page can be a Roman one.
  const pattern = /^[ivxlc]+$/.test(text) ? '#' : text;
  return [0, 0.5].map((shift) => `${shift} ${Math.round(row.y / GRID + shift)} ${pattern}`);
}
