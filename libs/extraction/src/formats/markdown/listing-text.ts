import type { LightElement, LightText } from '../../tree/light-node';
import { findElement, nextNode } from '../../tree/walk';
import { isBlock } from './blocks';

const GUTTER =
  /(?:^|\s)(?:[\w-]*gutter[\w-]*|linenos?|linenodiv|ln|lnt|lntd|line-?nums?|[\w-]*line-?numbers?(?:-rows)?|blob-num|hljs-ln-n|hljs-ln-numbers|crayon-nums?|cm-gutterElement)(?:\s|$)/i;
/** Classes of elements that contain one line. */
const LINE =
  /(?:^|\s)(?:line|token-line|(?:[\w-]*-)?code-line|code__line|ec-line|view-line|cm-line|CodeMirror-line|ace_line|crayon-line|hljs-ln-line|highlight-line)(?:\s|$)/;
/** Nodes of a column of line numbers. */
const MAX_GUTTER_NODES = 20_000;

/** Whether an element contains line numbers only: Prism uses `line-numbers` for whole code blocks. */
export function isGutter(element: LightElement): boolean {
  const isNumbered = element.getAttribute('data-line-number') !== null && element.localName === 'td';
  return (isNumbered || GUTTER.test(element.getAttribute('class') ?? '')) && containsOnlyNumbers(element);
}

export function containsOnlyNumbers(element: LightElement): boolean {
  let visited = 0;
  for (let node = element.firstChild; node !== null; node = nextNode(node, element) as LightElement | null) {
    if (++visited > MAX_GUTTER_NODES) return false;
    if (node.nodeType === 3 && /[^\s\d.:|\u200b]/.test(node.data)) return false;
    if (node.nodeName === 'IMG') return false;
  }
  return true;
}

/** The text of a code block as a browser lays it out, without line numbers and buttons. */
export function readListing(listing: LightElement): string {
  const reader = new ListingReader(hasOnlyBreaks(listing));
  reader.read(listing);
  return reader.text();
}

/** Code outside of a `pre` whose lines end with `<br>`. */
function hasOnlyBreaks(listing: LightElement): boolean {
  if (listing.localName !== 'code' || listing.nodeName !== 'PRE') return false;
  return findElement(listing, (element) => element.nodeName === 'BR') !== undefined;
}

class ListingReader {
  private readonly parts: string[] = [];
  private isAtLineStart = true;
  /** A line element has ended, so the next content starts a line. */
  private isBreakDue = false;
  /** The last line is an inline element by its class, so a break after it ends it. */
  private isInlineLine = false;
  /** Counts what was read, to detect empty elements. */
  private written = 0;
  private isInGutter = false;

  /** `collapses`: line feeds are white space, as outside of a `pre`. */
  constructor(private readonly collapses: boolean) {}

  text(): string {
    return this.parts
      .join('')
      .replace(/\r\n?/g, '\n')
      .replace(/[\u200b\ufeff]/g, '');
  }

  read(parent: LightElement): void {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.addText(node);
      else if (node.nodeName === 'BR') this.addBreak();
      else if (node.nodeName !== 'BUTTON' && !this.skipsGutter(node)) {
        if (isLine(node)) this.readLine(node);
        else this.read(node);
      }
    }
  }

  /** Line numbers stand at the start of a line, or alone in a column. A number elsewhere is code. */
  private skipsGutter(element: LightElement): boolean {
    if (this.isInGutter || !isGutter(element)) return false;
    if (this.isAtLineStart || this.isBreakDue || isBlock(element)) return true;
    // Nested elements are not checked again, which would be quadratic.
    this.isInGutter = true;
    this.read(element);
    this.isInGutter = false;
    return true;
  }

  private readLine(line: LightElement): void {
    if (this.isBreakDue || !this.isAtLineStart) this.push('\n');
    const before = this.written;
    this.read(line);
    if (this.written === before) {
      if (!mayBeEmpty(line)) return;
    } else if (this.isAtLineStart && !this.isBreakDue) return;
    this.isBreakDue = true;
    this.isInlineLine = !isBlock(line) && line.localName !== 'tr';
    this.written++;
  }

  private addBreak(): void {
    if (this.isBreakDue && !this.isInlineLine) this.push('\n');
    this.push('\n');
  }

  private addText(text: LightText): void {
    if (text.data === '' || isBetweenLines(text)) return;
    let data = text.data;
    if (this.collapses) {
      data = data.replace(/[ \t\r\n]+/g, ' ');
      if (this.isAtLineStart || this.isBreakDue) data = data.replace(/^ /, '');
      if (data === '') return;
    }
    if (this.isBreakDue && !/^\r?\n/.test(data)) this.push('\n');
    this.push(data);
  }

  private push(data: string): void {
    this.parts.push(data);
    this.isBreakDue = false;
    this.isAtLineStart = data.endsWith('\n');
    this.written++;
  }
}

function isLine(element: LightElement): boolean {
  if (/^(?:table|tbody|thead|td|th)$/.test(element.localName)) return false;
  return isBlock(element) || element.localName === 'tr' || isNamedLine(element);
}

function isNamedLine(element: LightElement): boolean {
  return (
    LINE.test(element.getAttribute('class') ?? '') || /display:\s*block/i.test(element.getAttribute('style') ?? '')
  );
}

/** An empty row or line is a blank line; an empty block is nothing. */
function mayBeEmpty(line: LightElement): boolean {
  return line.localName === 'tr' || line.localName === 'li' || isNamedLine(line);
}

/** Source formatting between line elements. */
function isBetweenLines(text: LightText): boolean {
  if (!/^\s*$/.test(text.data)) return false;
  const { previousSibling: before, nextSibling: after } = text;
  const isAfterLine = before !== null && before.nodeType !== 3 && isLine(before);
  const isBeforeLine = after !== null && after.nodeType !== 3 && isLine(after);
  return (isAfterLine || before === null) && (isBeforeLine || after === null) && (isAfterLine || isBeforeLine);
}
