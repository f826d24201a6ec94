import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { nextAfter, nextNode } from '../../tree/walk';
import { isBlock } from './blocks';

const MAX_STYLE_LENGTH = 2000;
const WHITE_SPACE = /(?:^|;)\s{0,9}white-space\s{0,9}:\s{0,9}([a-z-]{1,20})/gi;
const PRESERVING = new Set(['pre', 'pre-wrap', 'pre-line', 'break-spaces']);
/** Elements whose line breaks are preserved without a style. */
const LITERAL = new Set(['PRE', 'CODE', 'TEXTAREA', 'XMP', 'LISTING', 'SCRIPT', 'MATH']);
const TAB = '\u00a0\u00a0\u00a0\u00a0';

/** The `white-space` of an inline style; undefined if it is inherited. */
function whiteSpaceOf(element: LightElement): string | undefined {
  const style = element.getAttribute('style');
  if (style === null || !/white-space/i.test(style)) return undefined;
  return [...style.slice(0, MAX_STYLE_LENGTH).matchAll(WHITE_SPACE)].at(-1)?.[1]?.toLowerCase();
}

/** Replaces line breaks by `<br>` and indentation by no-break spaces if an inline `white-space` preserves them. */
export function preserveLines(element: LightElement): void {
  const whiteSpace = whiteSpaceOf(element);
  if (whiteSpace === undefined || !PRESERVING.has(whiteSpace) || LITERAL.has(element.nodeName)) return;
  for (let node: LightNode | null = element.firstChild; node !== null; ) {
    if (node.nodeType !== 3) {
      const isOther: boolean = LITERAL.has(node.nodeName) || whiteSpaceOf(node) !== undefined;
      node = isOther ? nextAfter(node, element) : nextNode(node, element);
      continue;
    }
    const next: LightNode | null = nextAfter(node, element);
    if (node.data.includes('\n') && !(node.data.trim() === '' && isBesideBlock(node)))
      breakLines(node, whiteSpace !== 'pre-line');
    node = next;
  }
}

/** White space between blocks is only source formatting. */
function isBesideBlock({ previousSibling, nextSibling }: LightText): boolean {
  return [previousSibling, nextSibling].some((node) => node !== null && node.nodeType !== 3 && isBlock(node));
}

function breakLines(text: LightText, keepsIndent: boolean): void {
  const parent = text.parentNode as LightElement;
  const next = text.nextSibling;
  const [first = '', ...rest] = text.data.split('\n');
  text.data = first;
  for (const line of rest) {
    parent.insertBefore(new LightElement('br'), next);
    const shown = keepsIndent ? line.replace(/^[ \t]+/, indent) : line;
    if (shown !== '') parent.insertBefore(new LightText(shown), next);
  }
}

function indent(spaces: string): string {
  return spaces.replaceAll('\t', TAB).replaceAll(' ', '\u00a0');
}
