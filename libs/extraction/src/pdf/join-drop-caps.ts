import type { TextRun } from './page-text';

/** One letter, optionally after a quotation mark. */
const CAP = /^[“"„«‘'¿¡]?\p{Lu}$/u;
/** The rest of a word: lower case, small capitals, or an apostrophe. */
const REST = /^(?:\p{Ll}|['’]\p{L}|\p{Lu}(?:\p{Lu}|\P{L}|$))/u;
/** Minimum size of a cap in units of the adjacent text size, and maximum number of lines that it spans. */
const MIN_SIZE_RATIO = 1.5;
const MAX_LINES = 4;
/** In units of the text size: height of capitals, tolerance of positions, widest gap after a cap. */
const CAP_HEIGHT = 0.7;
const TOLERANCE = 0.45;
const MAX_GAP = 1.2;
/** A page with more large letters is not running text. */
const MAX_CAPS = 40;

/** Joins drop caps and raised caps with their word, and moves adjacent lines to the left edge of the cap. */
export function joinDropCaps(runs: readonly TextRun[]): readonly TextRun[] {
  const size = commonSize(runs);
  const caps = runs.filter((run) => run.size >= MIN_SIZE_RATIO * size && CAP.test(run.text));
  if (caps.length === 0 || caps.length > MAX_CAPS) return runs;
  const replaced = new Map<TextRun, TextRun | undefined>();
  for (const cap of caps) {
    const lines = linesBeside(cap, runs);
    const [first] = lines;
    if (first === undefined || !REST.test(first.text) || isInLine(cap, first, runs)) continue;
    replaced.set(cap, undefined);
    for (const line of lines) replaced.set(line, { ...line, left: cap.left });
    replaced.set(first, { ...first, text: `${cap.text}${first.text}`, left: cap.left, isApart: true });
  }
  return runs.flatMap((run) => (replaced.has(run) ? (replaced.get(run) ?? []) : [run]));
}

/** The first run of each line adjacent to a cap. Empty unless they are aligned with its top and its baseline. */
function linesBeside(cap: TextRun, runs: readonly TextRun[]): TextRun[] {
  const top = cap.y + CAP_HEIGHT * cap.size;
  const beside = runs
    .filter(
      (run) =>
        run !== cap &&
        MIN_SIZE_RATIO * run.size <= cap.size &&
        run.left >= cap.right - TOLERANCE * run.size &&
        run.left - cap.right <= MAX_GAP * run.size &&
        run.y >= cap.y - TOLERANCE * run.size &&
        run.y + CAP_HEIGHT * run.size <= top + TOLERANCE * run.size,
    )
    .sort((a, b) => b.y - a.y || a.left - b.left);
  const lines = beside.filter((run, at) => at === 0 || (beside[at - 1] as TextRun).y - run.y > TOLERANCE * run.size);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || lines.length > MAX_LINES) return [];
  const tolerance = TOLERANCE * first.size;
  const endsAtBaseline = Math.abs(last.y - cap.y) <= tolerance;
  const startsAtTop = Math.abs(top - (first.y + CAP_HEIGHT * first.size)) <= tolerance;
  return endsAtBaseline && (startsAtTop ? lines.length > 1 : lines.length === 1) ? lines : [];
}

/** Whether text directly precedes the cap on its line, so that it is a large letter within the line. */
function isInLine(cap: TextRun, first: TextRun, runs: readonly TextRun[]): boolean {
  return runs.some(
    (run) =>
      run !== cap &&
      Math.abs(run.y - first.y) <= TOLERANCE * first.size &&
      run.right <= cap.left + TOLERANCE * first.size &&
      cap.left - run.right <= TOLERANCE * first.size,
  );
}

function commonSize(runs: readonly TextRun[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of runs) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  let common = 0;
  for (const [size, count] of characters) if (count > (characters.get(common) ?? 0)) common = size;
  return common;
}
