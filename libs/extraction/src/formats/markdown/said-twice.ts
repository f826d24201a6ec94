import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { isSurelyVisuallyHidden, isVisuallyHidden } from '../../tree/visually-hidden';
import { nextAfter, nextNode } from '../../tree/walk';
import { DROPPED } from './blocks';
import { iconName } from './icon-names';

/** Tells how a link opens, at the end of a text. What one is asked to open is told with it: `How to open a new tab`. */
const LEADS_AWAY =
  /(?:(?:^|[\s,;:.–—-]{0,3}\(\s?)(?:(?:this |external )?link,? )?(?:will )?opens?|[\s,;:.–—-]{1,4}(?:(?:this |external )?link,? )?(?:will open|opens)) (?:(?:in|on|an?) ){0,2}(?:(?:new|other|another|external) ){1,2}(?:window or tab|(?:browser )?(?:window|tab)s?|browser|dialogs?|sites?|pages?)[\s).!]{0,4}$/i;
/** Characters that it has at most. */
const MAX_ENDING = 100;
/** Letters and digits that are compared. */
const MAX_KEY = 200;
const MAX_NODES = 20;
const MAX_LEVELS = 3;
/** Letters of what says that something is struck out. */
const MAX_STRUCK = 40;
const STRUCK = new Set(['DEL', 'S', 'STRIKE']);
const REVISIONS = new Set(['DEL', 'INS', 'S', 'STRIKE']);
const LISTS = new Set(['DL', 'OL', 'TABLE', 'UL']);
/** `$5`, `5,00`, `EUR 5`, `50 kr`. */
const AMOUNT = /\p{Sc}|\p{N}[.,]\p{N}{2}(?!\p{N})|\b[A-Z]{3}\s?\p{N}|\p{N}\s?(?:[A-Z]{3}|Ft|Kč|kr|zł)(?!\p{L})/u;
/** What is said of an amount that everybody sees: no more than that it is one. Keys have no signs of money. */
const PRICE_KEY = /^(?:price|cena|hinta|precio|preço|preis|prezzo|prijs|pris|prix|цена|価格|价格|가격)(?=\d{1,12}$)/u;

/**
 * How a link opens, at the end of its label or title: in a window or tab. Behind a sign: `When a link opens in a new
 * tab` is what a page is called.
 */
const OPENING =
  /(?:(?:\s{0,2}[(,;:.–—]\s{0,2}|\s-\s{0,2}|-\s{1,2})(?:(?:this |external )?link,? )?(?:will open|opens)|(?:\s{0,2}\(|\s[:–—-]\s)\s?open) (?:in|on) (?:an? )?(?:new|other|another|external) (?:browser )?(?:window|tab)[\s).!]{0,4}$/i;
/** Without a sign, but behind a name that does not speak of what opens. */
const OPENING_BEHIND =
  /\sopens (?:in|on) (?:an? )?(?:new|other|another|external) (?:browser )?(?:window|tab)[\s).!]{0,4}$/i;
const SPEAKS =
  /\b(?:an?|anything|button|each|every|everything|how|if|it|links?|nothing|that|the|this|what|when|where|which|who|why|your)\b/i;

/** A label or title of a link without how the link opens. One that says nothing else stays. */
export function withoutOpening(label: string): string {
  const ending = label.slice(-MAX_ENDING);
  const left = ending.replace(OPENING, '');
  const name = left === ending ? ending.replace(OPENING_BEHIND, '') : left;
  if (left === ending && SPEAKS.test(name)) return label;
  return label.slice(0, -ending.length) + name;
}

/**
 * Takes out how a link opens. Whether what is left repeats, for those who hear a page, what stands beside it, or is
 * nothing, or says of what is struck out that it is: `<del><span class=sr-only>Reduced from</span>$20</del>`.
 */
export function isSaidTwice(span: LightElement): boolean {
  if (!isVisuallyHidden(span)) return false;
  const toldHow = dropEnding(span);
  const own = keyOf(span);
  if (own.length < 2) return toldHow && own === '';
  const isShort = own.length <= MAX_STRUCK && !/\p{N}/u.test(own);
  if (isShort && [span.parentNode, span.parentNode?.parentNode].some((one) => STRUCK.has(one?.nodeName ?? '')))
    return true;
  const before = besideText(span, 'previousSibling');
  if (before?.nodeType === 3 && goesOn(before.data, textBegins(span))) return true;
  const besides = [before, besideText(span, 'nextSibling')];
  return besides.some((beside) => {
    const key = beside === null ? '' : keyOf(beside);
    return key === own || saysAmount(own, key) || (key !== '' && isForEyes(beside) && own.endsWith(key));
  });
}

/**
 * Whether nobody sees an element and nobody hears it: what a film without sound shows, a state that a script may set. The
 * name of a list stays, as an image above may show it to everybody, and so does an amount.
 */
export function isForNobody(element: LightElement): boolean {
  if (element.getAttribute('aria-hidden') !== 'true' || !isSurelyVisuallyHidden(element)) return false;
  let next: LightNode | null = element.nextSibling;
  for (let step = 0; step < MAX_NODES && next?.nodeType === 3 && next.data.trim() === ''; step++)
    next = next.nextSibling;
  return !LISTS.has(next?.nodeName ?? '') && !AMOUNT.test(textBegins(element));
}

/** Says the text before it once more, and to whom or what it belongs: `See all` and `See all on coverage`. An amount is news. */
function goesOn(before: string, said: string): boolean {
  const [shown, own] = [before, said].map((text) => text.slice(0, MAX_KEY).trim().toLowerCase()) as [string, string];
  if (!/\p{L}{3}/u.test(shown) || !own.startsWith(shown)) return false;
  const rest = own.slice(shown.length);
  return /^[^\p{L}\p{N}]/u.test(rest) && !/[\p{N}\p{Sc}]/u.test(rest);
}

/** A price that is not read aloud, as a sentence beside it tells what it is: `Original price was: $30.00.` */
function isForEyes(beside: LightNode | null): boolean {
  return (
    beside !== null &&
    beside.nodeType !== 3 &&
    REVISIONS.has(beside.nodeName) &&
    beside.getAttribute('aria-hidden') === 'true'
  );
}

/** Right beside it, past white space and out of boxes that hold nothing else: `RSS <span><i></i><b class=sr-only>RSS</b></span>`. */
function besideText(span: LightElement, side: 'previousSibling' | 'nextSibling'): LightNode | null {
  let around: LightElement | null = span;
  for (let level = 0; around !== null && level < MAX_LEVELS; level++) {
    let beside: LightNode | null = around[side];
    for (let step = 0; step < MAX_NODES && beside !== null && isBlankNode(beside); step++) beside = beside[side];
    if (beside !== null) return beside;
    around = around.parentNode;
    if (around?.nodeName !== 'SPAN') return null;
  }
  return null;
}

function isBlankNode(node: LightNode): boolean {
  return node.nodeType === 3 ? node.data.trim() === '' : keyOf(node) === '' && node.nodeName !== 'IMG';
}

/** Whether a key says of an amount, which is another, that it is a price, and nothing else. */
export function saysAmount(key: string, amount: string): boolean {
  return amount !== '' && key.endsWith(amount) && key.replace(PRICE_KEY, '') === amount;
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

/** Of what is written: neither a picture nor what is left out is read beside a text. */
function keyOf(root: LightNode): string {
  return keyOfText(root.nodeType === 3 ? root.data.slice(0, 4 * MAX_KEY) : textBegins(root));
}

function textBegins(root: LightElement): string {
  if (isUnwritten(root)) return '';
  let text = '';
  let node = root.firstChild;
  for (let looked = 0; node !== null && looked < MAX_NODES && text.length < MAX_KEY; looked++) {
    if (node.nodeType === 3) text += node.data.slice(0, 4 * MAX_KEY);
    node = node.nodeType !== 3 && isUnwritten(node) ? nextAfter(node, root) : nextNode(node, root);
  }
  return text;
}

function isUnwritten(element: LightElement): boolean {
  return DROPPED.has(element.nodeName) || iconName(element) !== undefined;
}

function keyOfText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, MAX_KEY);
}
