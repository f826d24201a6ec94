import type { PageView } from '../page-view';
import { countWords, keepText, rangeOf } from './ranges';

/** Maximum number of words of an attribution, such as "Anna wrote on 3 May:". */
const MAX_ATTRIBUTION_WORDS = 12;
/** Maximum number of words of the quote. A reply is understandable without the rest of a long one. */
const MAX_QUOTE_WORDS = 20;

/** Keeps the whole quote if only its attribution is kept. Otherwise the reply reads as the quoted person's words. */
export function keepQuotes({ blocks, elements, title }: PageView, kept: Uint8Array): void {
  elements.node.forEach(({ localName }, element) => {
    if (localName !== 'blockquote') return;
    const range = rangeOf(elements, element);
    const isLayout = range.start <= title && title < range.end;
    const words = countWords(blocks, kept, range);
    const isAttributed = words.kept > 0 && words.kept <= MAX_ATTRIBUTION_WORDS;
    if (!isLayout && isAttributed && words.all <= MAX_QUOTE_WORDS) keepText(blocks, kept, range);
  });
}
