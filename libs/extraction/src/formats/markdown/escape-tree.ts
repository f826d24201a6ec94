import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { isBlock, isHeading } from './blocks';
import { findEscapes, MARKS, SUSPICIOUS } from './escape-text';
import { SUSPICIOUS_START } from './find-line-starts';
import { type Insertion } from './keep-addresses';

/** Marks that represent the edges of an inline element. */
const AROUND: Record<string, [before: string, after: string]> = {
  EM: [MARKS.emphasis, MARKS.emphasis],
  STRONG: [MARKS.emphasis, MARKS.emphasis],
  'INNER-EM': [MARKS.innerEmphasis, MARKS.innerEmphasis],
  'INNER-STRONG': [MARKS.innerEmphasis, MARKS.innerEmphasis],
  DEL: [MARKS.strike, MARKS.strike],
  A: [MARKS.linkStart, MARKS.linkEnd],
  SUP: [MARKS.tag, MARKS.tag],
  SUB: [MARKS.tag, MARKS.tag],
  KBD: [MARKS.tag, MARKS.tag],
  MARK: [MARKS.tag, MARKS.tag],
};
/** Marks of elements whose text is not markdown. */
const OPAQUE: Record<string, string> = {
  BR: '\n',
  CODE: MARKS.code,
  IMG: MARKS.other,
  INPUT: MARKS.other,
  MATH: MARKS.other,
  FOOTNOTE: MARKS.other,
};

/** Inserts backslashes into text nodes. Expects collapsed white space. */
export function escapeTree(root: LightElement): void {
  const paragraph = new Paragraph(root);
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) paragraph.addText(node);
    else if (node.nodeName in OPAQUE) paragraph.addMark(OPAQUE[node.nodeName] as string);
    else {
      paragraph.enter(node);
      if (node.firstChild !== null && node.nodeName !== 'PRE') {
        node = node.firstChild;
        continue;
      }
      paragraph.leave(node);
    }
    while (node.nextSibling === null && node.parentNode !== null && node.parentNode !== root) {
      node = node.parentNode;
      paragraph.leave(node as LightElement);
    }
    node = node.nextSibling;
  }
  paragraph.escape();
}

/** The text between two block edges, across inline elements. */
class Paragraph {
  private pieces: (LightText | string)[] = [];
  private opened: [pieces: (LightText | string)[], start: number][] = [];
  private isSuspicious = false;
  private isAtLineStart = true;
  /** It is the first text of its list item. */
  private isInItem = false;

  constructor(private container: LightElement) {}

  addText(text: LightText): void {
    this.isSuspicious ||= SUSPICIOUS.test(text.data) || (this.isAtLineStart && SUSPICIOUS_START.test(text.data));
    if (text.data !== '') this.isAtLineStart = false;
    this.pieces.push(text);
  }

  addMark(mark: string): void {
    // Line breaks in cells are written as tags.
    const isInCell = mark === '\n' && isCell(this.container);
    this.isAtLineStart = mark === '\n';
    this.pieces.push(isInCell ? MARKS.tag : mark);
  }

  enter(element: LightElement): void {
    if (isBlock(element)) {
      this.begin(element);
      if (element.nodeName === 'LI') this.isInItem = true;
      else if (element.nodeName !== 'P' && element.nodeName !== 'DIV') this.isInItem = false;
    } else if (element.nodeName in AROUND) this.open((AROUND[element.nodeName] as [string, string])[0]);
  }

  leave(element: LightElement): void {
    if (isBlock(element)) this.begin(element.parentNode as LightElement);
    else if (element.nodeName in AROUND) this.close((AROUND[element.nodeName] as [string, string])[1]);
  }

  private open(mark: string): void {
    this.opened.push([this.pieces, this.pieces.length]);
    this.pieces.push(mark);
  }

  /** Puts the mark before trailing breaks, which are written after the element. Removes the marks of blank elements. */
  private close(mark: string): void {
    const [pieces, start] = this.opened.pop() ?? [];
    let end = this.pieces.length;
    while (end > 0 && isBlankPiece(this.pieces[end - 1] as LightText | string)) end--;
    if (pieces === this.pieces && start === end - 1) this.pieces.splice(start, 1);
    else this.pieces.splice(end, 0, mark);
  }

  /** Ends the paragraph at a block edge. */
  private begin(container: LightElement): void {
    if (this.pieces.length > 0) {
      this.escape();
      this.pieces = [];
      this.isSuspicious = false;
      this.isInItem = false;
    }
    this.isAtLineStart = true;
    this.container = container;
  }

  escape(): void {
    if (!this.isSuspicious) return;
    const text = this.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.data)).join('');
    const mayBeginBlock = !isHeading(this.container) && !isCell(this.container);
    const insertions = findEscapes(text, { mayBeginBlock, isInItem: this.isInItem });
    if (insertions.length === 0) return;
    let next = 0;
    let start = 0;
    for (const piece of this.pieces) {
      const end = start + (typeof piece === 'string' ? piece : piece.data).length;
      if (typeof piece !== 'string') next = insert(piece, start, insertions, next);
      start = end;
    }
  }
}

function isCell(element: LightElement): boolean {
  return element.nodeName === 'TD' || element.nodeName === 'TH';
}

function isBlankPiece(piece: LightText | string): boolean {
  return (typeof piece === 'string' ? piece : piece.data).trim() === '';
}

/** `start`: position of `text` in its paragraph. Returns the index of the first insertion after `text`. */
function insert(text: LightText, start: number, insertions: Insertion[], first: number): number {
  let next = first;
  let from = 0;
  let written = '';
  for (let insertion = insertions[next]; insertion !== undefined; insertion = insertions[++next]) {
    const at = insertion[0] - start;
    // The closing `>` of an autolink belongs to the text before it.
    if (at > text.data.length || (at === text.data.length && insertion[1] !== '>')) break;
    written += text.data.slice(from, at) + insertion[1];
    from = at;
  }
  if (next > first) text.data = written + text.data.slice(from);
  return next;
}
