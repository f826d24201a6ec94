import type { Cell, Row } from './page-text';

/** Minimum rows with text on both sides of a gutter. Fewer are a signature block or a table. */
const MIN_ROWS = 4;
/** Share of a column's width. Lines that fill less belong to a table. */
const MIN_FILL = 0.6;
const MIN_CHARACTERS = 18;
/** Minimum distance of a gutter from the edges, as a share of the width. */
const MARGIN = 0.15;
const STEPS = 100;
/** In font sizes. Lines of columns need not share a baseline. */
const BESIDE = 1.2;
const SAME_HEIGHT = 0.8;
/** Minimum line distance in units of the font size. */
export const LEADING = 1.15;
const TABLE_CELLS = 3;
/** Points by which a cell may reach over a gutter. */
export const TOLERANCE = 1;
const LEFT = 1;
const RIGHT = 2;
const BOTH = 3;
const ACROSS = 4;

/** The middle of the white space between two columns of running text; undefined without columns. */
export function findGutter(rows: Row[]): number | undefined {
  const left = Math.min(...rows.map((row) => row.left));
  const width = Math.max(...rows.map((row) => row.right)) - left;
  let best: { from: number; to: number; count: number } | undefined;
  for (let step = STEPS * MARGIN; step <= STEPS * (1 - MARGIN); step++) {
    const x = left + (width * step) / STEPS;
    const sides = sidesOf(rows, x);
    const count = Math.min(...[LEFT, RIGHT].map((side) => sides.filter((of) => (of & side) !== 0).length));
    if (count < MIN_ROWS) continue;
    if (best === undefined || count > best.count) best = { from: x, to: x, count };
    else if (count === best.count && x - best.to < width / STEPS + TOLERANCE) best.to = x;
  }
  if (best === undefined) return undefined;
  const gutter = (best.from + best.to) / 2;
  return holdsText(rows, gutter) ? gutter : undefined;
}

/** The sides of `x` with text, by row; 0 for rows without a neighbour on the other side or next to a row across. */
function sidesOf(rows: Row[], x: number): Uint8Array {
  const own = Uint8Array.from(rows, (row, index) => {
    if (row.cells.some((cell) => crosses(cell, x))) return ACROSS;
    return isOfTable(rows, index, x) ? 0 : row.cells.reduce((sides, cell) => sides | sideOf(cell, x), 0);
  });
  const isNear = (index: number, other: number, distance: number): boolean => {
    const [row, near] = [rows[index] as Row, rows[other]];
    return near !== undefined && Math.abs(near.y - row.y) <= distance * Math.max(row.size, near.size);
  };
  return own.map((sides, index) => {
    if (sides === ACROSS || sides === 0) return 0;
    const around = [index - 2, index - 1, index + 1, index + 2];
    if (around.some((other) => own[other] === ACROSS && isNear(index, other, SAME_HEIGHT))) return 0;
    const isBeside = (other: number): boolean => (sides | (own[other] ?? 0)) === BOTH && isNear(index, other, BESIDE);
    return sides === BOTH || isBeside(index - 1) || isBeside(index + 1) ? sides : 0;
  });
}

/** A table row across both columns whose cells leave the gutter free. */
export function isOfTable(rows: Row[], index: number, gutter: number): boolean {
  const row = rows[index] as Row;
  if (row.cells.length < TABLE_CELLS || row.left > gutter || row.right < gutter) return false;
  const isShort = (other: Row | undefined): boolean =>
    other === undefined ||
    Math.abs(other.y - row.y) > BESIDE * row.size ||
    other.cells.every(({ text }) => text.length < MIN_CHARACTERS);
  const [before, next] = [rows[index - 1], rows[index + 1]];
  const isLike = (other: Row | undefined): boolean => other?.cells.length === row.cells.length;
  return isShort(before) && isShort(row) && isShort(next) && (isLike(before) || isLike(next));
}

/** Lines of running text fill their column; the cells of a table do not. */
export function holdsText(rows: Row[], gutter: number): boolean {
  const sides = sidesOf(rows, gutter);
  const parted = rows.filter((_, index) => sides[index] !== 0).map((row) => cutAtGutter(row, gutter));
  return [0, 1].every((side) => {
    const column = parted.flatMap((parts) => parts[side] ?? []);
    if (column.length === 0) return false;
    const width = Math.max(...column.map((row) => row.right)) - Math.min(...column.map((row) => row.left));
    const filled = column.reduce((sum, row) => sum + sumOf(row.cells, (cell) => cell.right - cell.left), 0);
    const characters = column.reduce((sum, row) => sum + sumOf(row.cells, (cell) => cell.text.length), 0);
    return filled >= MIN_FILL * width * countLines(column) && characters >= MIN_CHARACTERS * column.length;
  });
}

/** Counts lines; rows of nested columns share a line. */
function countLines(rows: Row[]): number {
  return rows.reduce((lines, row, index) => {
    const before = rows[index - 1];
    return lines + (before === undefined ? 1 : Math.min(1, (before.y - row.y) / (LEADING * row.size)));
  }, 0);
}

function sumOf(cells: Cell[], measure: (cell: Cell) => number): number {
  return cells.reduce((sum, cell) => sum + measure(cell), 0);
}

export function crosses(cell: Cell, x: number): boolean {
  return cell.left < x - TOLERANCE && cell.right > x + TOLERANCE;
}

export function cutAtGutter(row: Row, gutter: number): [Row | undefined, Row | undefined] {
  const ofLeft = row.cells.filter((cell) => sideOf(cell, gutter) === LEFT);
  const ofRight = row.cells.filter((cell) => sideOf(cell, gutter) === RIGHT);
  return [withCells(row, ofLeft), withCells(row, ofRight)];
}

function sideOf(cell: Cell, x: number): number {
  return cell.left + cell.right <= 2 * x ? LEFT : RIGHT;
}

function withCells(row: Row, cells: Cell[]): Row | undefined {
  if (cells.length === 0) return undefined;
  const left = Math.min(...cells.map((cell) => cell.left));
  const right = Math.max(...cells.map((cell) => cell.right));
  return { ...row, cells, left, right };
}
