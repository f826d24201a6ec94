import type { LightElement, LightText } from '../../tree/light-node';
import { findElement, nextNode } from '../../tree/walk';
import { isBlock } from './blocks';

/** Columns and marks of line numbers. */
const GUTTER =
  /(?:^|\s)(?:[\w-]*gutter[\w-]*|linenos?|linenodiv|ln|lnt|lntd|line-?nums?|[\w-]*line-?numbers?(?:-rows)?|blob-num|hljs-ln-n|hljs-ln-numbers|crayon-nums?|cm-gutterElement)(?:\s|$)/i;
/** What highlighters call an element that holds a line. */
const LINE =
  /(?:^|\s)(?:line|token-line|(?:[\w-]*-)?code-line|code__line|ec-line|view-line|cm-line|CodeMirror-line|ace_line|crayon-line|hljs-ln-line|highlight-line)(?:\s|$)/;
const COPY = /(?:^|[\s_-])(?:copy|clipboard)/i;
/** Characters. */
const MAX_COPY_TEXT = 30;
/** Nodes of a column of line numbers. */
const MAX_GUTTER_NODES = 20_000;

/** Line numbers are left out only where the element holds no more than them: prism calls whole listings `line-numbers`. */
export function isGutter(element: LightElement): boolean {
  const classes = element.getAttribute('class') ?? '';
  const isCalled =
    GUTTER.test(classes) ||
    ((element.getAttribute('data-line-number') !== null ||
      /user-select:\s*none/i.test(element.getAttribute('style') ?? '')) &&
      /^(?:td|th|span|a)$/.test(element.localName) &&
      !LINE.test(classes));
  return isCalled && holdsNumbersOnly(element);
}

export function holdsNumbersOnly(element: LightElement): boolean {
  let looked = 0;
  for (let node = element.firstChild; node !== null; node = nextNode(node, element) as LightElement | null) {
    if (++looked > MAX_GUTTER_NODES) return false;
    if (node.nodeType === 3 && /[^\s\d.:|\u200b]/.test(node.data)) return false;
    if (node.nodeType !== 3 && node.nodeName === 'IMG') return false;
  }
  return true;
}

/** The text as a browser would lay it out: line breaks and blocks begin lines; line numbers and buttons are left out. */
export function readListing(listing: LightElement): string {
  const collapses = isToldByBreaks(listing);
  const reader = new ListingReader(collapses, true);
  reader.read(listing);
  if (isCount(reader.numbers)) return reader.text();
  const plain = new ListingReader(collapses, false);
  plain.read(listing);
  return plain.text();
}

/** Line numbers ascend; those of a difference, whose sides have their own, do so mostly. A line alone has the number 1. */
function isCount(numbers: number[]): boolean {
  if (numbers.length < 2) return numbers.length === 0 || numbers[0] === 1;
  let ascents = 0;
  for (let index = 1; index < numbers.length; index++) {
    if ((numbers[index] as number) > (numbers[index - 1] as number)) ascents++;
  }
  return ascents * 2 >= numbers.length - 1;
}

function numbersIn(gutter: LightElement): number[] {
  const numbers: number[] = [];
  for (let node = gutter.firstChild; node !== null; node = nextNode(node, gutter) as LightElement | null) {
    if (node.nodeType === 3) for (const number of node.data.match(/\d+/g) ?? []) numbers.push(Number(number));
  }
  return numbers;
}

/** Code outside of a `pre` whose lines are told by `<br>` alone. */
function isToldByBreaks(listing: LightElement): boolean {
  if (listing.localName !== 'code' || listing.nodeName !== 'PRE') return false;
  return findElement(listing, (element) => element.nodeName === 'BR') !== undefined;
}

class ListingReader {
  private readonly parts: string[] = [];
  private isAtLineStart = true;
  /** A line has ended, and whatever comes next begins another. */
  private isBreakDue = false;
  /** It was a line by its name alone, for a page without styles: a break behind it is what ends it. */
  private isLineByName = false;
  /** Counts what was read, to know whether an element had anything. */
  private written = 0;

  /** Of the lines, in their order, as far as they were left out. */
  readonly numbers: number[] = [];
  private isNumbered = false;

  /**
   * `collapses`: line feeds are white space, as they are outside of a `pre`. `skipsNumbers`: what is called a line
   * number at the start of a line is none of the code.
   */
  constructor(
    private readonly collapses: boolean,
    private skipsNumbers: boolean,
  ) {}

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
      else if (node.nodeName !== 'BUTTON' && !isCopyMark(node)) {
        if (this.skipsNumbers && isGutter(node)) this.readGutter(node);
        else this.readElement(node);
      }
    }
  }

  private readElement(element: LightElement): void {
    if (isLine(element)) this.readLine(element);
    else this.read(element);
  }

  private readGutter(element: LightElement): void {
    const numbers = numbersIn(element);
    const isColumn = numbers.length > 1 && isCount(numbers);
    if (numbers.length > 0 && !isColumn && !this.isAtLineStart && !this.isBreakDue) {
      // What lies in it is not asked again, which for numbers in numbers would take the square of their depth.
      this.skipsNumbers = false;
      this.readElement(element);
      this.skipsNumbers = true;
      return;
    }
    // Of both sides of a difference the first counts.
    if (isColumn || !this.isNumbered) for (const number of numbers) this.numbers.push(number);
    this.isNumbered ||= numbers.length > 0;
  }

  private readLine(line: LightElement): void {
    if (this.isBreakDue || !this.isAtLineStart) this.push('\n');
    const before = this.written;
    this.read(line);
    if (this.written === before) {
      if (!mayBeEmpty(line)) return;
    } else if (this.isAtLineStart && !this.isBreakDue) return;
    this.isBreakDue = true;
    this.isLineByName = !isBlock(line) && line.localName !== 'tr';
    this.written++;
  }

  private addBreak(): void {
    if (this.isBreakDue && !this.isLineByName) this.push('\n');
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
    this.isNumbered = false;
    this.written++;
  }
}

function isLine(element: LightElement): boolean {
  if (/^(?:table|tbody|thead|td|th)$/.test(element.localName)) return false;
  return isBlock(element) || element.localName === 'tr' || isCalledLine(element);
}

function isCalledLine(element: LightElement): boolean {
  return (
    LINE.test(element.getAttribute('class') ?? '') || /display:\s*block/i.test(element.getAttribute('style') ?? '')
  );
}

/** A row or line without text is a blank line; a block without text shows nothing. */
function mayBeEmpty(line: LightElement): boolean {
  return line.localName === 'tr' || line.localName === 'li' || isCalledLine(line);
}

/** White space of the page's source between elements that are lines. */
function isBetweenLines(text: LightText): boolean {
  if (!/^\s*$/.test(text.data)) return false;
  const { previousSibling: before, nextSibling: after } = text;
  const isAfterLine = before !== null && before.nodeType !== 3 && isLine(before);
  const isBeforeLine = after !== null && after.nodeType !== 3 && isLine(after);
  return (isAfterLine || before === null) && (isBeforeLine || after === null) && (isAfterLine || isBeforeLine);
}

function isCopyMark(element: LightElement): boolean {
  if (!COPY.test(element.getAttribute('class') ?? '')) return false;
  let length = 0;
  for (let node = element.firstChild; node !== null; node = nextNode(node, element) as LightElement | null) {
    if (node.nodeType === 3) length += node.data.length;
    if (length > MAX_COPY_TEXT) return false;
  }
  return true;
}
