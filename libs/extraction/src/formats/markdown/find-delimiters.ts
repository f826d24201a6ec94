/** Runs of delimiters of emphasis, strikethrough and code. */
const RUNS = /\*+|_+|~+|`+/g;

interface Run {
  start: number;
  length: number;
  opens: boolean;
  closes: boolean;
  /** Adjacent to the mark of an element, with which some renderers join it. */
  isBeside: boolean;
}

/** Adds the positions of delimiters that could form a pair. Unpaired ones are text: `5 * 3`, `snake_case`, `Price*`. */
export function findDelimiters(text: string, positions: Set<number>): void {
  if (!/[*_~`]/.test(text)) return;
  const runs: Record<string, Run[]> = { '*': [], _: [], '~': [], '`': [] };
  for (const match of text.matchAll(RUNS)) {
    runs[match[0].charAt(0)]?.push(readRun(text, match.index, match[0].length));
  }
  for (const alike of Object.values(runs))
    escapeAll(
      alike.filter((run) => run.isBeside),
      positions,
    );
  const isInner = text.includes('\uFDD6');
  if (holdsPair(runs['*'] as Run[]) || isInner || text.includes('\uFDD0')) escapeAll(runs['*'] as Run[], positions);
  if (holdsPair(runs._ as Run[]) || isInner) escapeAll(runs._ as Run[], positions);
  const isStruck = text.includes('\uFDD1');
  // Renderers disagree on runs of one and of three tildes.
  for (const isSingle of [true, false]) {
    const alike = (runs['~'] as Run[]).filter((run) => (run.length === 1) === isSingle);
    if (isStruck || holdsPair(alike)) escapeAll(alike, positions);
  }
  const ticks = runs['`'] as Run[];
  if (ticks.length > 1 || text.includes('\uFDD5')) {
    escapeAll(ticks, positions);
  }
}

function readRun(text: string, start: number, length: number): Run {
  const before = classOf(text, start - 1);
  const after = classOf(text, start + length);
  const isBeside = /[\uFDD0-\uFDD6]/.test(text.charAt(start - 1) + text.charAt(start + length));
  if (text.charAt(start) === '`') return { start, length, opens: true, closes: true, isBeside };
  // marked ignores the character on the other side of a tilde.
  if (text.charAt(start) === '~') {
    return { start, length, opens: after !== 'space', closes: before !== 'space', isBeside };
  }
  const isLeft = after !== 'space' && (after !== 'punctuation' || before !== 'word');
  const isRight = before !== 'space' && (before !== 'punctuation' || after !== 'word');
  // Underscores within words are text.
  const isStrict = text.charAt(start) === '_';
  return {
    start,
    length,
    isBeside,
    opens: isLeft && (!isStrict || !isRight || before === 'punctuation'),
    closes: isRight && (!isStrict || !isLeft || after === 'punctuation'),
  };
}

function classOf(text: string, position: number): 'space' | 'punctuation' | 'word' {
  const character = text.charAt(position);
  if (character === '' || /\s/.test(character)) return 'space';
  return /[\p{P}\p{S}\uFDD0-\uFDD6]/u.test(character) ? 'punctuation' : 'word';
}

function holdsPair(runs: Run[]): boolean {
  let isOpen = false;
  for (const run of runs) {
    if (run.closes && isOpen) return true;
    if (run.opens) isOpen = true;
  }
  return false;
}

function escapeAll(runs: Run[], positions: Set<number>): void {
  for (const { start, length, opens, closes } of runs) {
    if (!opens && !closes) continue;
    for (let offset = 0; offset < length; offset++) positions.add(start + offset);
  }
}
