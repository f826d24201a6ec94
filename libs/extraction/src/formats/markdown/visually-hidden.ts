import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';

const HIDDEN =
  /(?:^|[\s_-])(?:sr-?(?:only|text|clipped)|(?:mm-)?sronly|visually-?hidden|hidden-?visually|screen-?reader(?:-?(?:text|only))?|clipped|a11y-?(?:hidden|text)|offscreen|element-invisible|assistive-?text)(?:$|[\s_-])|(?:^|\s)a11y(?:\s|$)/i;
/** Tells how a link opens, at the end of a text. */
const LEADS_AWAY =
  /(?:^|[\s(,;:.–—-]{1,4})(?:(?:this |external )?link,? )?(?:will )?opens? (?:(?:in|on|an?) ){0,2}(?:(?:new|other|another|external) ){1,2}(?:window or tab|(?:browser )?(?:window|tab)s?|browser|sites?|pages?)[\s).!]{0,4}$/i;
/** Characters that it has at most. */
const MAX_ENDING = 100;
/** Letters and digits that are compared. */
const MAX_KEY = 200;
const MAX_NODES = 20;
/** What is said of an amount that everybody sees: no more than that it is one. Keys have no signs of money. */
const PRICE_KEY = /^(?:price|cena|hinta|precio|preço|preis|prezzo|prijs|pris|prix|цена|価格|价格|가격)(?=\d{1,12}$)/u;

/** Shown to programs that read a page aloud, and to nobody else. */
export function isVisuallyHidden(element: LightElement): boolean {
  const classes = element.getAttribute('class');
  return classes !== null && HIDDEN.test(classes);
}

/** How a link opens, at the end of its label or title: in a window or tab. */
const OPENING =
  /[\s(,;:.–—-]{1,4}(?:(?:this |external )?link,? )?(?:will )?opens? (?:in|on) (?:an? )?(?:new|other|another|external) (?:browser )?(?:window|tab)[\s).!]{0,4}$/i;

/** A label or title of a link without how the link opens. One that says nothing else stays. */
export function withoutOpening(label: string): string {
  if (label.length <= MAX_ENDING) return label.replace(OPENING, '');
  return label.slice(0, -MAX_ENDING) + label.slice(-MAX_ENDING).replace(OPENING, '');
}

/** Takes out how a link opens. Whether what is left repeats, for those who hear a page, what stands beside it, or is nothing. */
export function isSaidTwice(span: LightElement): boolean {
  if (!isVisuallyHidden(span)) return false;
  const toldHow = dropEnding(span);
  const own = keyOf(span);
  if (own.length < 2) return toldHow && own === '';
  const amount = own.replace(PRICE_KEY, '');
  return [span.previousSibling, span.nextSibling]
    .map((beside) => (beside === null ? '' : keyOf(beside)))
    .some((key) => key === own || (key !== '' && key === amount));
}

/** Takes out of the last text of `span` how its link opens. */
function dropEnding(span: LightElement): boolean {
  const last = lastText(span);
  if (last === undefined) return false;
  const ending = last.data.slice(-MAX_ENDING).replace(/\s+/g, ' ');
  const left = ending.replace(LEADS_AWAY, '');
  if (left !== ending) last.data = last.data.slice(0, -MAX_ENDING) + left;
  return left !== ending;
}

function lastText(span: LightElement): LightText | undefined {
  let last: LightText | undefined;
  let node: LightNode | null = span.firstChild;
  for (let looked = 0; node !== null && looked < MAX_NODES; looked++) {
    if (node.nodeType === 3 && /\S/.test(node.data)) last = node;
    node = nextNode(node, span);
  }
  return node === null ? last : undefined;
}

function keyOf(root: LightNode): string {
  let text = '';
  let looked = 0;
  for (let node: LightNode | null = root; node !== null && looked < MAX_NODES && text.length < MAX_KEY; looked++) {
    if (node.nodeType === 3) {
      text += node.data.slice(0, 4 * MAX_KEY);
      if (node === root) break;
      node = nextNode(node, root as LightElement);
    } else node = nextNode(node, root as LightElement);
  }
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, MAX_KEY);
}
