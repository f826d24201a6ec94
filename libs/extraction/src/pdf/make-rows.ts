import { joinDropCaps } from './join-drop-caps';
import type { Cell, Row, TextRun } from './page-text';

/** In units of the font size. Letters are some 0.7 high and words 0.25 apart; justified lines stretch that to 0.8. */
const LETTER_HEIGHT = 0.7;
const WORD_GAP = 0.18;
const CELL_GAP = 1;
/** Minimum width of a gutter between two columns. */
const GUTTER = 0.6;
/** A letter that is larger than its neighbours by more is an initial that spans several rows. */
const MAX_SIZE_RATIO = 2.2;

/** Joins adjacent runs into rows, from top to bottom. */
export function makeRows(runs: readonly TextRun[]): Row[] {
  const rows: TextRun[][] = [];
  const widest: TextRun[] = [];
  for (const run of [...joinDropCaps(runs)].sort((a, b) => b.y - a.y)) {
    let index = rows.length - 1;
    const last = Math.max(0, rows.length - 3);
    while (index >= last && !standsBeside(run, widest[index] as TextRun)) index--;
    if (index < last) {
      rows.push([run]);
      widest.push(run);
    } else {
      (rows[index] as TextRun[]).push(run);
      if (run.size > (widest[index] as TextRun).size) widest[index] = run;
    }
  }
  return rows.map(makeRow).sort((a, b) => b.y - a.y);
}

function standsBeside(run: TextRun, other: TextRun): boolean {
  const small = Math.min(run.size, other.size);
  if (Math.max(run.size, other.size) > small * MAX_SIZE_RATIO) return false;
  const top = Math.min(run.y + run.size * LETTER_HEIGHT, other.y + other.size * LETTER_HEIGHT);
  return top - Math.max(run.y, other.y) >= (small * LETTER_HEIGHT) / 2;
}

function makeRow(runs: TextRun[]): Row {
  const main = runs.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest));
  runs.sort((a, b) => a.left - b.left);
  const cells: Cell[] = [];
  // Each stretch between wide gaps has its own direction.
  let stretch: TextRun[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const size = Math.min(main.size, run.size);
    if (stretch.length > 0 && run.left - end > CELL_GAP * size) {
      cells.push(makeCell(stretch));
      stretch = [];
      end = Number.NEGATIVE_INFINITY;
    }
    stretch.push(run);
    end = Math.max(end, run.right);
  }
  cells.push(makeCell(stretch));
  if (isMostlyRightToLeft(runs)) cells.reverse();
  return {
    cells,
    left: Math.min(...cells.map((cell) => cell.left)),
    right: Math.max(...cells.map((cell) => cell.right)),
    y: main.y,
    size: main.size,
    isMono: runs.every((run) => run.isMono),
  };
}

function makeCell(runs: TextRun[]): Cell {
  const isReversed = isMostlyRightToLeft(runs);
  const ordered = isReversed ? [...runs].reverse() : runs;
  let text = '';
  const gaps: Cell['gaps'] = [];
  let before: TextRun | undefined;
  for (const run of ordered) {
    if (before !== undefined) {
      const gap = isReversed ? before.left - run.right : run.left - before.right;
      if (isSamePlace(before, run)) continue;
      if (!isReversed && gap > GUTTER * Math.min(run.size, before.size))
        gaps.push({ from: before.right, to: run.left, at: text.length });
      if (run.isApart || gap > WORD_GAP * Math.min(run.size, before.size)) text += ' ';
    }
    text += run.text;
    before = run;
  }
  const left = Math.min(...runs.map((run) => run.left));
  const right = Math.max(...runs.map((run) => run.right));
  return gaps.length === 0 ? { text, left, right } : { text, left, right, gaps };
}

/** Some programs print bold text twice, slightly shifted. */
function isSamePlace(one: TextRun, other: TextRun): boolean {
  return one.text === other.text && Math.abs(one.left - other.left) < 0.15 * one.size;
}

function isMostlyRightToLeft(runs: TextRun[]): boolean {
  let balance = 0;
  for (const { isRightToLeft, text } of runs) balance += isRightToLeft ? text.length : -text.length;
  return balance > 0;
}
