import type { PageView } from '../src/main-content/page-view';
import { openView } from './open-view';

type Score = number | ((text: string) => number);
type Complete = (page: PageView, kept: Uint8Array, scores: Float32Array) => void;

/**
 * What a rule changes about a choice of blocks: those that begin with a plus are chosen. The answer has what is kept
 * besides, and, with a minus, what is not any more. `score` is what the scorer says of all of them, or of a text.
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
