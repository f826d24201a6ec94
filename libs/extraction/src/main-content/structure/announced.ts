import type { LightElement, LightNode } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { countWords, isAnyKept, isLink, keepText, rangeOf } from './ranges';

const LISTS = new Set('dl ol table ul'.split(' '));
const ANNOUNCED = new Set([...LISTS, 'blockquote', 'pre']);
const COLON = /[:：]["”’»]?$/;
/** Minimum number of words of the announcement. A shorter line is a label. */
const MIN_WORDS = 3;
/** Maximum number of words of the list. The model is reliable about longer ones. */
const MAX_WORDS = 120;
/** Minimum share of words in links that makes a list one of links. */
const MIN_LINKED = 0.5;
/** Announcements of related pages, of share links and of paid links. */
const PROMOTION =
  /также|по теме|ещё|еще|相关|相關|更多|推荐|推薦|関連|관련|اقرأ|\b(?:siehe auch|mehr zum|lire aussi|leer también|leia também|leggi anche|also (?:be interested|check|enjoy|like|read|see)|interested in|more (?:about|from|on|posts|stories)|most (?:popular|read)|read (?:more|next|on)|recommended|related|see also|similar|share|follow us|tags|categories|advertis(?:ers?|ements?|ing)|affiliates?|brought to you|partners?|sponsor(?:s|ed)?)\b/i;

/** Keeps the list, table, quote or code block that a kept sentence announces with a colon. */
export function keepAnnounced({ blocks, elements }: PageView, kept: Uint8Array): void {
  elements.node.forEach((element, index) => {
    if (!ANNOUNCED.has(element.localName)) return;
    const range = rangeOf(elements, index);
    const line = blocks[range.start - 1];
    if (line === undefined || kept[range.start - 1] === 0 || isAnyKept(kept, range)) return;
    if (!isAnnouncement(line) || !isDirectlyBefore(line, element)) return;
    // The names of a quoted person and of a thread are links, as are titles of menus.
    if (isLink(line) && element.localName !== 'blockquote') return;
    const words = countWords(blocks, kept, range);
    const isListOfLinks = LISTS.has(element.localName) && words.linked >= MIN_LINKED * words.all;
    if (words.all > MAX_WORDS || (isListOfLinks && PROMOTION.test(line.text))) return;
    keepText(blocks, kept, range);
  });
}

function isAnnouncement({ text, words }: TextBlock): boolean {
  return words >= MIN_WORDS && COLON.test(text.slice(-2));
}

/** Whether the announcement is, or ends, the sibling directly before the element. */
function isDirectlyBefore({ nodes }: TextBlock, element: LightElement): boolean {
  const sibling = siblingBefore(element);
  for (let node: LightNode | null = nodes.at(-1) ?? null; node !== null; node = node.parentNode) {
    if (node === sibling) return true;
  }
  return false;
}

function siblingBefore(element: LightElement): LightNode | null {
  let sibling = element.previousSibling;
  while (sibling !== null && sibling.nodeType === 3 && sibling.data.trim() === '') sibling = sibling.previousSibling;
  return sibling;
}
