import type { Pdf } from './open-pdf';
import type { TextRun } from './page-text';

type Page = Awaited<ReturnType<Pdf['getPage']>>;

type Turn = 0 | 90 | 180 | 270 | 'askew';

interface PlacedRun extends TextRun {
  turn: Turn;
}

/** Text runs of a page. A page with more is a plot. */
const MAX_RUNS = 50_000;

export interface PageRuns {
  /** All pieces, in the order of the file. */
  runs: readonly TextRun[];
  /** Those in the direction of most of the page's text. */
  upright: TextRun[];
  /** That direction in degrees; 0: upright. */
  turn: number | 'askew';
  /** Those in any other direction, in the order of the file. */
  turned: string[];
  /** The limit was reached. */
  truncated: boolean;
}

/** The deepest nesting of marks that is tracked. */
const MAX_MARKS = 1000;
/** Points. Smaller text is hidden. */
const MIN_SIZE = 0.5;

/** The text of a page, turned so that most of it runs from left to right. */
export async function readRuns(page: Page): Promise<PageRuns> {
  const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
  const runs: PlacedRun[] = [];
  const marks: Mark[] = [];
  let isApart = false;
  for (const item of items) {
    if (runs.length >= MAX_RUNS) break;
    if (!('str' in item)) {
      mark(marks, item);
      continue;
    }
    if (item.str.trim() === '') {
      isApart ||= item.str !== '' || item.hasEOL;
      continue;
    }
    const run = placeRun(item.str, item, styles[item.fontName]?.fontFamily === 'monospace', isApart);
    if (run !== undefined) runs.push({ ...run, ...marks.at(-1) });
    isApart = item.hasEOL || /\s$/.test(item.str);
  }
  const turn = commonTurn(runs);
  return {
    runs,
    upright: runs.filter((run) => run.turn === turn),
    turn,
    turned: runs.filter((run) => run.turn !== turn).map((run) => run.text),
    truncated: runs.length >= MAX_RUNS,
  };
}

type Mark = Pick<TextRun, 'content' | 'isArtifact'>;

/** Marks nest: text belongs to the innermost tagged content, and is an artifact within an artifact. */
function mark(marks: Mark[], { type, id, tag }: { type: string; id?: string; tag?: string }): void {
  if (type === 'endMarkedContent') marks.pop();
  else if (marks.length < MAX_MARKS) {
    const outer = marks.at(-1);
    marks.push({ content: id ?? outer?.content, isArtifact: outer?.isArtifact === true || tag === 'Artifact' });
  }
}

function placeRun(
  str: string,
  item: { transform: unknown[]; width: number; dir: string },
  isMono: boolean,
  isApart: boolean,
): PlacedRun | undefined {
  const [a, b, c, d, e, f] = item.transform.map(Number) as [number, number, number, number, number, number];
  const size = Math.hypot(c, d);
  if (!(size >= MIN_SIZE) || ![a, b, e, f, item.width].every(Number.isFinite)) return undefined;
  const turn = turnOf(a, b);
  const [left, y] = turn === 90 ? [f, -e] : turn === 180 ? [-e, -f] : turn === 270 ? [-f, e] : [e, f];
  return {
    text: str.replace(/\s+/g, ' ').trim(),
    left,
    right: left + Math.abs(item.width),
    y,
    size,
    isMono,
    isRightToLeft: item.dir === 'rtl',
    isApart: isApart || /^\s/.test(str),
    turn,
  };
}

/** Up to 3 degrees are a crooked scan. */
function turnOf(a: number, b: number): Turn {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  const nearest = Math.round(degrees / 90) * 90;
  if (Math.abs(degrees - nearest) > 3) return 'askew';
  return ((nearest + 360) % 360) as Turn;
}

function commonTurn(runs: PlacedRun[]): Turn {
  const characters = new Map<Turn, number>();
  for (const { turn, text } of runs) {
    if (turn !== 'askew') characters.set(turn, (characters.get(turn) ?? 0) + text.length);
  }
  let common: Turn = 0;
  for (const [turn, count] of characters) if (count > (characters.get(common) ?? 0)) common = turn;
  return common;
}
