import { crosses, cutAtGutter, findGutter, holdsText, isOfTable, LEADING, TOLERANCE } from './find-gutter';
import type { Cell, Gap, Row } from './page-text';

const MAX_DEPTH = 3;
/** In units of the font size, from baseline to baseline. */
const MIN_DISTANCE = 1.8;
/** Ratio of the distance of an isolated row to the distance between others. */
const ALONE = 1.5;
/** In units of the font size, from line to line. */
const WIDE = 1.4;

/** The rows of a page in reading order, in lists of consecutive rows. Rows across both columns separate bands. */
export function splitColumns(rows: Row[], depth = 0): Row[][] {
  const gutter = depth < MAX_DEPTH ? findGutter(rows) : undefined;
  if (gutter === undefined) return rows.length === 0 ? [] : [rows];
  const pieces: Row[][] = [];
  let across: Row[] = [];
  for (const band of cutBands(rows, gutter, depth === 0)) {
    if (!holdsText(band, gutter)) {
      across.push(...band);
      continue;
    }
    const sides = band.map((row) => cutAtGutter(row, gutter));
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
function cutBands(all: Row[], gutter: number, isPage: boolean): Row[][] {
  const rows = all.map((row, index) => openGutter(all, row, index, gutter));
  const step = usualStep(rows);
  const bands: Row[][] = [];
  let wasAcross: boolean | undefined;
  rows.forEach((row, index) => {
    const isAcross =
      row.cells.some((cell) => crosses(cell, gutter)) ||
      isBelowColumns(rows, index, gutter) ||
      isOfTable(rows, index, gutter) ||
      (isPage && isAlone(rows, index, step) && (wasAcross !== false || row.right > gutter));
    if (isAcross === wasAcross) bands.at(-1)?.push(row);
    else bands.push([row]);
    wasAcross = isAcross;
  });
  return bands;
}

/** A justified line may have spaces as wide as a narrow gutter. */
function openGutter(rows: Row[], row: Row, index: number, gutter: number): Row {
  const isOpen = (other: Row | undefined): boolean =>
    other !== undefined && !other.cells.some((cell) => crosses(cell, gutter));
  if (isOpen(row) || !(isOpen(rows[index - 1]) || isOpen(rows[index + 1]))) return row;
  const cells = row.cells.flatMap((cell) => {
    const gap = cell.gaps?.find(({ from, to }) => from <= gutter + TOLERANCE && to >= gutter - TOLERANCE);
    return gap === undefined ? [cell] : openCell(cell, gap);
  });
  return { ...row, cells };
}

/** Each half keeps its other gaps: of three columns, a line may join them all. */
function openCell({ text, left, right, gaps = [] }: Cell, { from, to, at }: Gap): [Cell, Cell] {
  const rest = text.slice(at).trimStart();
  const cut = text.length - rest.length;
  return [
    { text: text.slice(0, at).trimEnd(), left, right: from, gaps: gaps.filter((gap) => gap.at < at) },
    {
      text: rest,
      left: to,
      right,
      gaps: gaps.filter((gap) => gap.at > at).map((gap) => ({ ...gap, at: gap.at - cut })),
    },
  ];
}

/** A running header or a table caption, with space above and below. */
function isAlone(rows: Row[], index: number, step: number): boolean {
  const { y, size } = rows[index] as Row;
  const distance = ALONE * (step > WIDE * size ? step : LEADING * size);
  const isFar = (other: Row | undefined): boolean => other === undefined || Math.abs(other.y - y) > distance;
  return isFar(rows[index - 1]) && isFar(rows[index + 1]);
}

function usualStep(rows: Row[]): number {
  const steps = rows.slice(1).map((row, index) => (rows[index] as Row).y - row.y);
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/** A short row, such as a heading, with space to two columns that end at the same height. */
function isBelowColumns(rows: Row[], index: number, gutter: number): boolean {
  const row = rows[index] as Row;
  const before = rows[index - 1];
  if (before === undefined || before.y - row.y < MIN_DISTANCE * row.size || row.right > gutter) return false;
  const isRight = (other: Row | undefined) => other !== undefined && other.right > gutter;
  if (!isRight(before) && !isRight(rows[index - 2])) return false;
  const next = rows.find((other, at) => at > index && isRight(other));
  return next === undefined || next.cells.some((cell) => crosses(cell, gutter));
}
