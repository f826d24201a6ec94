import type { PageView } from '../src/main-content/page-view';
import { openView } from './open-view';

type Score = number | ((text: string) => number);
type Complete = (page: PageView, kept: Uint8Array, scores: Float32Array) => void;

/**
 * Applies a rule to a choice of blocks and returns the added blocks and, with a minus, the removed ones. Chosen blocks
 * begin with a plus. `score`: the score of every block, or of a text.
 */
export function changes(html: string, complete: Complete, score: Score = 0.5): string[] {
  const { view } = openView(html);
  const isChosen = (text: string): boolean => text.startsWith('+');
  const kept = Uint8Array.from(view.blocks, ({ text }) => Number(isChosen(text)));
  const scoreOf = typeof score === 'number' ? () => score : score;
  complete(
    view,
    kept,
    Float32Array.from(view.blocks, ({ text }) => scoreOf(text)),
  );
  return view.blocks.flatMap(({ text }, index) => {
    if (kept[index] === 1) return isChosen(text) ? [] : [text];
    return isChosen(text) ? [`-${text.slice(1)}`] : [];
  });
}
