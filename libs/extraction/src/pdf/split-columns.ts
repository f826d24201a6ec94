import type { Cell, Row } from './page-text';

/** How many rows must have text on both sides of a gutter. Fewer are a signature block or a table. */
const MIN_ROWS = 4;
/** Share of a column's width. Lines that fill less belong to a table. */
const MIN_FILL = 0.6;
const MIN_CHARACTERS = 18;
/** Share of the width: how near to an edge a gutter may be. */
const MARGIN = 0.15;
const STEPS = 100;
const MAX_DEPTH = 3;
/** In units of the font size, from baseline to baseline. */
const MIN_DISTANCE = 1.8;
/** Points by which a cell may reach over a gutter. */
const TOLERANCE = 1;

/**
 * The rows of a page in reading order: where text runs in columns, each column from its top to its end. Rows across
 * both columns divide the page into bands. Every list is a piece of consecutive rows.
 */
export function splitColumns(rows: Row[], depth = 0): Row[][] {
  const gutter = depth < MAX_DEPTH ? findGutter(rows) : undefined;
  if (gutter === undefined) return rows.length === 0 ? [] : [rows];
  const pieces: Row[][] = [];
  let across: Row[] = [];
  for (const band of cutBands(rows, gutter)) {
    if (!holdsText(band, gutter)) {
      across.push(...band);
      continue;
    }
    const sides = band.map((row) => cut(row, gutter));
    if (across.length > 0) pieces.push(across);
    across = [];
    for (const side of [0, 1] as const)
      pieces.push(
        ...splitColumns(
          sides.flatMap((row) => row[side] ?? []),
          depth + 1,
        ),
      );
  }
  if (across.length > 0) pieces.push(across);
  return pieces;
}

/** Groups rows that cross the gutter, those between them that do not, and so on. */
function cutBands(rows: Row[], gutter: number): Row[][] {
  const bands: Row[][] = [];
  let wasAcross: boolean | undefined;
  rows.forEach((row, index) => {
    const isAcross = row.cells.some((cell) => crosses(cell, gutter)) || isBelowColumns(rows, index, gutter);
    if (isAcross === wasAcross) bands.at(-1)?.push(row);
    else bands.push([row]);
    wasAcross = isAcross;
  });
  return bands;
}

/** A short row, such as a heading, that stands off from two columns which end at the same height. */
function isBelowColumns(rows: Row[], index: number, gutter: number): boolean {
  const row = rows[index] as Row;
  const before = rows[index - 1];
  if (before === undefined || before.y - row.y < MIN_DISTANCE * row.size || row.right > gutter) return false;
  const isRight = (other: Row | undefined) => other !== undefined && other.right > gutter;
  if (!isRight(before) && !isRight(rows[index - 2])) return false;
  const next = rows.find((other, at) => at > index && isRight(other));
  return next === undefined || next.cells.some((cell) => crosses(cell, gutter));
}

function findGutter(rows: Row[]): number | undefined {
  const left = Math.min(...rows.map((row) => row.left));
  const width = Math.max(...rows.map((row) => row.right)) - left;
  let best: { from: number; to: number; count: number } | undefined;
  for (let step = STEPS * MARGIN; step <= STEPS * (1 - MARGIN); step++) {
    const x = left + (width * step) / STEPS;
    const count = rows.filter((row) => isParted(row, x)).length;
    if (count < MIN_ROWS) continue;
    if (best === undefined || count > best.count) best = { from: x, to: x, count };
    else if (count === best.count && x - best.to < width / STEPS + TOLERANCE) best.to = x;
  }
  if (best === undefined) return undefined;
  const gutter = (best.from + best.to) / 2;
  return holdsText(rows, gutter) ? gutter : undefined;
}

function isParted(row: Row, x: number): boolean {
  return row.left < x && row.right > x && !row.cells.some((cell) => crosses(cell, x));
}

function crosses(cell: Cell, x: number): boolean {
  return cell.left < x - TOLERANCE && cell.right > x + TOLERANCE;
}

function cut(row: Row, gutter: number): [Row | undefined, Row | undefined] {
  const ofLeft = row.cells.filter((cell) => cell.left + cell.right <= 2 * gutter);
  const ofRight = row.cells.filter((cell) => cell.left + cell.right > 2 * gutter);
  return [withCells(row, ofLeft), withCells(row, ofRight)];
}

function withCells(row: Row, cells: Cell[]): Row | undefined {
  if (cells.length === 0) return undefined;
  const left = Math.min(...cells.map((cell) => cell.left));
  const right = Math.max(...cells.map((cell) => cell.right));
  return { ...row, cells, left, right };
}

/** Lines of running text fill their column; the cells of a table do not. */
function holdsText(rows: Row[], gutter: number): boolean {
  const parted = rows.filter((row) => isParted(row, gutter)).map((row) => cut(row, gutter));
  if (parted.length === 0) return false;
  return [0, 1].every((side) => {
    const column = parted.flatMap((parts) => parts[side] ?? []);
    const width = Math.max(...column.map((row) => row.right)) - Math.min(...column.map((row) => row.left));
    const filled = column.reduce((sum, row) => sum + sumOf(row.cells, (cell) => cell.right - cell.left), 0);
    const characters = column.reduce((sum, row) => sum + sumOf(row.cells, (cell) => cell.text.length), 0);
    return filled >= MIN_FILL * width * column.length && characters >= MIN_CHARACTERS * column.length;
  });
}

function sumOf(cells: Cell[], measure: (cell: Cell) => number): number {
  return cells.reduce((sum, cell) => sum + measure(cell), 0);
}
