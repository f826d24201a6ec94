import type { Row } from './page-text';

export interface TypeMeasures {
  /** Points: the size of most of the text. */
  bodySize: number;
  /** From baseline to baseline within a paragraph, in units of the font size. */
  leading: number;
  /** The whole text is monospaced, so the font does not indicate code. */
  isMono: boolean;
}

const DEFAULT_LEADING = 1.2;
/** In units of the font size. Lines further apart do not belong to one paragraph. */
const MAX_LEADING = 2.4;

export function measureType(pieces: Row[][]): TypeMeasures {
  const sizes = new Map<number, number>();
  const leadings = new Map<number, number>();
  let mono = 0;
  let all = 0;
  for (const rows of pieces) {
    rows.forEach((row, index) => {
      const characters = row.cells.reduce((sum, cell) => sum + cell.text.length, 0);
      add(sizes, roundTo(row.size, 0.5), characters);
      all += characters;
      if (row.isMono) mono += characters;
      const next = rows[index + 1];
      const isText = next !== undefined && row.cells.length === 1 && next.cells.length === 1;
      const leading = isText ? (row.y - next.y) / row.size : 0;
      if (leading > 0.8 && leading < MAX_LEADING) add(leadings, roundTo(leading, 0.05), 1);
    });
  }
  return {
    bodySize: mostCommon(sizes) ?? 10,
    leading: mostCommon(leadings) ?? DEFAULT_LEADING,
    isMono: mono > all / 2,
  };
}

export function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

function add(counts: Map<number, number>, key: number, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function mostCommon(counts: Map<number, number>): number | undefined {
  let best: number | undefined;
  for (const [key, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = key;
  return best;
}
