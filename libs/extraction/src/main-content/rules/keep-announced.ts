import type { LightElement, LightNode } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

const ANNOUNCED = new Set('blockquote dl ol pre table ul'.split(' '));
/** A list of nothing but links, which such a line announces, is paid for. */
const PAID = /\b(?:advertis(?:ers?|ements?|ing)|affiliates?|brought to you|partners?|sponsor(?:s|ed)?)\b/i;
const LISTS = new Set('dl ol table ul'.split(' '));
const MOST_LINKED = 0.5;
const ANNOUNCES = /[:：]["”’»]?$/;
/** Words of a line that announces. A shorter one is a label. */
const LEAST_WORDS = 3;
/** Words of what is announced. Of a longer one the scorer has seen enough. */
const MOST_WORDS = 120;
/** Texts that send the reader on. */
const ELSEWHERE =
  /также|по теме|ещё|еще|相关|相關|更多|推荐|推薦|関連|관련|اقرأ|\b(?:siehe auch|mehr zum|lire aussi|leer también|leia também|leggi anche|also (?:be interested|check|enjoy|like|read|see)|interested in|more (?:about|from|on|posts|stories)|most (?:popular|read)|read (?:more|next|on)|recommended|related|see also|similar|share|follow us|tags|categories)\b/i;

/**
 * What a kept sentence announces with a colon is kept with it: without a quote, what comes next reads as what was said.
 * `kept`, by block: 1 stays. `dropped`, by block: 1 was taken out as what nobody asked for, and does not come back.
 */
export function keepAnnounced({ blocks, elements }: PageView, kept: Uint8Array, dropped: Uint8Array): void {
  const { node, first, end } = elements;
  node.forEach((element, index) => {
    if (!ANNOUNCED.has(element.localName)) return;
    const [start, stop] = [first[index] as number, end[index] as number];
    const line = blocks[start - 1];
    if (line === undefined || kept[start - 1] === 0 || !announces(line) || !isNextTo(line, element)) return;
    // Names of who is quoted and where are links, as are titles of menus.
    if (line.linkShare >= 0.5 && element.localName !== 'blockquote') return;
    if (dropped.subarray(start, stop).includes(1)) return;
    const own = blocks.slice(start, stop);
    if (LISTS.has(element.localName) && PAID.test(line.text) && linkShareOf(own) >= MOST_LINKED) return;
    if (kept.subarray(start, stop).includes(1) || own.reduce((sum, { words }) => sum + words, 0) > MOST_WORDS) return;
    own.forEach(({ buttonShare }, at) => {
      if (buttonShare < 0.5) kept[start + at] = 1;
    });
  });
}

function linkShareOf(own: readonly TextBlock[]): number {
  let all = 0;
  let linked = 0;
  for (const { words, linkShare } of own) {
    all += words;
    linked += words * linkShare;
  }
  return linked / (all || 1);
}

function announces({ text, words }: TextBlock): boolean {
  return words >= LEAST_WORDS && ANNOUNCES.test(text.slice(-2)) && !ELSEWHERE.test(text);
}

/** Nothing stands between them, and the line in no box of its own with other things. */
function isNextTo({ nodes }: TextBlock, element: LightElement): boolean {
  const before = beside(element);
  for (let node: LightNode | null = nodes.at(-1) ?? null; node !== null; node = node.parentNode) {
    if (node === before) return true;
  }
  return false;
}

function beside(element: LightElement): LightNode | null {
  let before = element.previousSibling;
  while (before !== null && before.nodeType === 3 && before.data.trim() === '') before = before.previousSibling;
  return before;
}
