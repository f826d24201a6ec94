import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Words of who said it, and when. */
const LABEL_WORDS = 12;
/** Words with the label. Of more, an answer can be understood by the post that it quotes. */
const SHORT_QUOTE = 20;

/**
 * Who said it without what was said is worse than nothing: the answer reads as what was said. Of a quote of which no
 * more than that is kept, a short one stays as a whole, and nothing stays of a longer one. `kept`, by block: 1 stays.
 */
export function settleQuotes({ blocks, elements, title }: PageView, kept: Uint8Array): void {
  const { node, first, end } = elements;
  // Quotes in quotes before those around them.
  for (let element = node.length - 1; element >= 0; element--) {
    if (node[element]?.localName !== 'blockquote') continue;
    const [start, stop] = [first[element] as number, end[element] as number];
    // It is there for the layout.
    if (start <= title && title < stop) continue;
    let words = 0;
    let keptWords = 0;
    for (let at = start; at < stop; at++) {
      words += (blocks[at] as TextBlock).words;
      if (kept[at] === 1) keptWords += (blocks[at] as TextBlock).words;
    }
    if (keptWords === 0 || keptWords === words || keptWords > LABEL_WORDS) continue;
    for (let at = start; at < stop; at++) {
      kept[at] = Number(words <= SHORT_QUOTE && (blocks[at] as TextBlock).buttonShare < 0.5);
    }
  }
}
