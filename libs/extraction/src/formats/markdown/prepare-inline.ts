import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, moveChildren } from '../../tree/walk';
import { isBlock } from './blocks';
import { isInListing } from './prepare-code';

/** Stands apart from its neighbours in a line without any white space: `<button>Yes</button><button>No</button>`. */
export function setApart(element: LightElement): void {
  const parent = element.parentNode;
  if (parent === null) return;
  parent.insertBefore(new LightText(' '), element);
  const next = element.nextSibling;
  // What closes a sentence stays with it.
  if (next?.nodeType === 3 && /^[\p{P}\s]/u.test(next.data)) return;
  parent.insertBefore(new LightText(' '), next);
}

/**
 * Styles turn spans into lines and boxes, with nothing between them in the source: `<span>Notes</span><span>Written
 * by all</span>`. A capital behind a small letter tells, or a number behind one: `<span class=price>€ 900</span><span
 * class=size>40 m²</span>`. Beside a text a span is a part of the word: `Java<span class=hl>Script</span>`.
 */
export function setSpanApart(span: LightElement): void {
  const before = span.previousSibling;
  if (before === null || before.nodeType === 3 || before.nodeName !== 'SPAN') return;
  const end = edgeText(before, 'lastChild');
  const start = edgeText(span, 'firstChild');
  const isName = /[\p{L}\p{N}]{2}[\p{Ll}\p{N}.!?]$/u.test(end) && /^\p{Lu}\p{Ll}/u.test(start);
  if ((isName || areNumbers(before, end, span, start)) && !isInListing(span)) {
    span.parentNode?.insertBefore(new LightText(' '), span);
  }
}

/** The digits of a counter are boxes of one class each. */
function areNumbers(before: LightElement, end: string, span: LightElement, start: string): boolean {
  if (!/(?:\p{N}|\p{N}\s?\p{Sc})$/u.test(end) || !/^(?:\p{N}|\p{Sc}\s?\p{N})/u.test(start)) return false;
  const classes = [before, span].map((element) => element.getAttribute('class'));
  if (classes.includes(null)) return false;
  return classes[0] !== classes[1] || end.length > 1 || start.length > 1;
}

/** Elements in elements. What lies deeper is no line of text. */
const MAX_STEPS = 8;
/** Characters that are looked at. */
const EDGE = 4;

function edgeText(root: LightNode, edge: 'firstChild' | 'lastChild'): string {
  let node = root;
  for (let step = 0; node.nodeType !== 3; step++) {
    const child: LightNode | null = node[edge];
    if (child === null || step > MAX_STEPS || isBlock(node)) return '';
    node = child;
  }
  return edge === 'firstChild' ? node.data.slice(0, EDGE) : node.data.slice(-EDGE);
}

/** Browsers write the marks around a short quotation. */
export function quote(element: LightElement): void {
  element.insertBefore(new LightText('"'), element.firstChild);
  element.appendChild(new LightText('"'));
}

/** The marks of two codes side by side would be read as one mark between them. */
export function joinCode(code: LightElement): void {
  for (let next = code.nextSibling; next?.nodeName === 'CODE'; next = code.nextSibling) {
    moveChildren(next as LightElement, code);
    detach(next);
  }
}
