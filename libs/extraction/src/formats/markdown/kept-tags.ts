import { classesOf } from '../../tree/classes-of';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, nextNode, textOf } from '../../tree/walk';
import { findAround, hasBlock, isBlock, isLongerThan } from './blocks';

/** Inline elements that markdown has no form for and whose meaning would be lost: `x2` is not `x²`. */
export const KEPT_TAGS = 'SUP SUB KBD MARK';
const KEPT: ReadonlySet<string> = new Set(KEPT_TAGS.split(' '));

export function writeKeptTag(content: string, element: LightElement): string {
  const text = content.trim();
  if (text === '' || text.includes('\n\n')) return content;
  const name = element.nodeName.toLowerCase();
  return `<${name}>${text}</${name}>`;
}

/** Characters. More of it is small print. */
const MAX_TEXT = 100;
/** Signs of trade marks, whose letters are raised, and references to notes in brackets. */
const USUAL = /^\s*(?:[®™℠©]*|\[\w{1,3}\])\s*$/;
/** A reference of more characters, if it is a link: `[note 1]`. */
const IN_BRACKETS = /^\s*\[[^\]]*\]\s*$/;

/** The number of a note is no part of the number or the name before it, link or not; one in brackets reads like one. */
export function prepareKeptTag(element: LightElement): void {
  if (joinCents(element)) return;
  const only = onlyChild(element);
  const isNote = only?.nodeName === 'A' && IN_BRACKETS.test(textOf(element));
  const isUsual = isLongerThan(element, MAX_TEXT) || USUAL.test(textOf(element)) || only?.nodeName === 'IMG';
  if (isNote || isUsual || hasBlock(element) || findAround(element, KEPT) !== undefined) element.nodeName = 'SPAN';
}

/** Characters of an amount. */
const MAX_AMOUNT = 20;
/** Characters of an element that is the sign of a currency. */
const MAX_SIGN = 8;
const AMOUNT = /(^\s*|\p{Sc}\s?)\d{1,3}(?:[,. ]?\d{3}){0,3}\s*$/u;
const PRICE_CLASS = /(?:^|[\s_-])(?:cents?|decimals?|fraction|price|superscript)(?:$|[\s_-])/i;
/** Says of a number what the element says. */
const RAISED_CLASS = /superscript/i;
/** Cents that shops like, and few pages have as the number of a note or a power. */
const USUAL_CENTS = /^(?:00|49|50|79|95|97|98|99)$/;
/** As `$12 million` has it; nobody raises the cents of that. */
const MAGNITUDE = /^(?:(?:[mb]il|tril)li\p{L}*|thousands?|bn|m|k|mio|mrd)(?!\p{L})/iu;
/** Elements around cents that may end with them. */
const MAX_LEVELS = 4;
/** Nodes behind them that are empty, and characters of what comes then. */
const MAX_STEPS = 8;
const MAX_BEHIND = 20;

/**
 * Raised cents are no power of a price: `$<strong>698</strong><sup>.00</sup>`. Without their point a class tells them
 * from the reference to a note, or that shops like them, on a page that has no notes without links. Returns whether
 * these are some.
 */
function joinCents(cents: LightElement): boolean {
  const before = cents.previousSibling;
  const only = cents.firstChild;
  if (cents.nodeName !== 'SUP' || before === null || only?.nodeType !== 3 || only.nextSibling !== null) return false;
  const text = only.data.trim();
  if (text.length > 3 || (before.nodeType !== 3 && isLongerThan(before, MAX_AMOUNT))) return false;
  const around = cents.parentNode;
  const isCalled = [cents, around].some((one) => one !== null && PRICE_CLASS.test(classesOf(one)));
  const end = before.nodeType === 3 ? before.data.slice(-MAX_AMOUNT) : textOf(before);
  const isUsual = USUAL_CENTS.test(text) && /\d$/.test(end);
  if (!(isCalled || isUsual ? /^[.,]?\d{2}$/ : /^[.,]\d{2}$/).test(text)) return false;
  const amount = AMOUNT.exec(end);
  if (amount === null) return false;
  const sign = amount[1]?.trim() === '' ? signBefore(before) : undefined;
  if (sign === undefined && amount[1]?.trim() === '') return false;
  if (/^\d/.test(text)) {
    const isSure = isCalled && !RAISED_CLASS.test(classesOf(cents));
    if (MAGNITUDE.test(textBehind(cents)) || (!isSure && hasNotes(cents))) return false;
  }
  if (before.nodeType !== 3) before.nodeName = 'SPAN';
  if (sign?.nodeName === 'SUP') (sign as LightElement).nodeName = 'SPAN';
  if (/^\d/.test(text)) cents.insertBefore(new LightText('.'), cents.firstChild);
  cents.nodeName = 'SPAN';
  return true;
}

/** What ends with the sign of a currency right before an amount, or is one. */
function signBefore({ previousSibling: sign }: LightNode): LightNode | undefined {
  if (sign === null) return undefined;
  if (sign.nodeType === 3) return /\p{Sc}\s?$/u.test(sign.data) ? sign : undefined;
  return !isLongerThan(sign, MAX_SIGN) && /^\s*\p{Sc}\s*$/u.test(textOf(sign)) ? sign : undefined;
}

/** What the line goes on with; nothing where that is long. */
function textBehind(cents: LightElement): string {
  let node: LightNode = cents;
  for (let level = 0; level < MAX_LEVELS && node.nextSibling === null; level++) {
    const around: LightElement | null = node.parentNode;
    if (around === null || isBlock(around)) return '';
    node = around;
  }
  let next = node.nextSibling;
  for (let step = 0; step < MAX_STEPS && next !== null; step++) {
    if (next.nodeType !== 3 && (isBlock(next) || isLongerThan(next, MAX_BEHIND))) return '';
    const text = next.nodeType === 3 ? next.data.trimStart() : textOf(next).trimStart();
    if (text !== '') return text.slice(0, MAX_BEHIND);
    next = next.nextSibling;
  }
  return '';
}

/** Whether a page has raised numbers right behind words, by its root. */
const pagesWithNotes = new WeakMap<LightElement, boolean>();
/** Nodes of a page. */
const MAX_LOOKED_AT = 20_000;
/** Characters of the numbers of notes. */
const MAX_NUMBERS = 12;
const NUMBERS = /^\s*\d[\d\s,–-]*$/;
/** Three letters: `m<sup>2</sup>` and `cm<sup>3</sup>` are no notes. */
const WORD_END = /\p{L}{3}[\p{Pe}\p{Pf}.,;:!?"']{0,3}$/u;

/** Numbers of notes that are links are told from cents by that. */
function hasNotes(cents: LightElement): boolean {
  let root = cents;
  while (root.parentNode !== null) root = root.parentNode;
  const known = pagesWithNotes.get(root);
  if (known !== undefined) return known;
  let looked = 0;
  let found = false;
  for (let node = root.firstChild; node !== null && ++looked <= MAX_LOOKED_AT && !found; node = nextNode(node, root)) {
    found = node.nodeName === 'SUP' && isNote(node as LightElement);
  }
  pagesWithNotes.set(root, found);
  return found;
}

function isNote(raised: LightElement): boolean {
  const { previousSibling: before, firstChild: only } = raised;
  if (before === null || only?.nodeType !== 3 || only.nextSibling !== null) return false;
  if (only.data.length > MAX_NUMBERS || !NUMBERS.test(only.data)) return false;
  if (before.nodeType !== 3 && isLongerThan(before, MAX_TEXT)) return false;
  return WORD_END.test((before.nodeType === 3 ? before.data : textOf(before)).slice(-MAX_AMOUNT));
}

function onlyChild(element: LightElement): LightNode | undefined {
  let only: LightNode | undefined;
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3 && /^[\s[\]()]*$/.test(node.data)) continue;
    if (only !== undefined) return undefined;
    only = node;
  }
  return only;
}

/** How to read a character stands over it; in a line it follows in parentheses. */
export function prepareRubyText(text: LightElement): void {
  text.insertBefore(new LightText('('), text.firstChild);
  text.appendChild(new LightText(')'));
  text.nodeName = 'SPAN';
}

export function prepareRubyParenthesis(parenthesis: LightElement): void {
  for (const child of parenthesis.childNodes) detach(child);
  parenthesis.nodeName = 'SPAN';
}
