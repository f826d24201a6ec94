import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, elementsOf, findElement, nextNode, textOf } from '../../tree/walk';
import { findAround, hasBlock, isBlock, isLongerThan } from './blocks';
import { isLanguage, languageOf } from './code-language';
import { prepareBar } from './listing-bar';
import { holdsNumbersOnly, isGutter } from './listing-text';
import { rowsOf, type TableRow } from './table-rows';

const LISTINGS: ReadonlySet<string> = new Set(['PRE', 'CODE']);
/** Editors and highlighters that build a listing of other elements. */
const CODE_EDITOR =
  /(?:^|\s)(?:CodeMirror|CodeMirror-code|cm-editor|cm-content|view-lines|ace_text-layer|crayon-pre)(?:\s|$)/;
const CODE_CELL = /(?:^|\s)(?:code|blob-code|[\w-]*-code|lntd)(?:\s|$)/i;
const CODE_AREA = /(?:^|[\s_-])(?:code|codemirror|snippet|brush|prettyprint|language-\w+|lang-\w+)(?:$|[\s_:-])/i;
/** What stands over the code within a listing: the language or the name of a file, buttons. */
const HEADER = /(?:^|[\s_-])(?:header|toolbar|title|filename|file-name|caption|copy|actions)(?:$|[\s_-])/i;
/** Nodes. */
const MAX_LOOKED_AT = 500;
const MAX_BLANK = 100;

export function isInListing(element: LightElement): boolean {
  return findAround(element, LISTINGS) !== undefined;
}

/**
 * A listing takes the text of all that it holds, other listings included. `pageUrl`: as `dropOwnLinks` takes it.
 */
export function prepareListing(listing: LightElement, pageUrl: string): void {
  if (isInListing(listing) || !holdsCode(listing)) {
    listing.nodeName = 'DIV';
    return;
  }
  listing.nodeName = 'PRE';
  prepareBar(listing, pageUrl);
  for (const child of listing.childNodes) {
    if (child.nodeType !== 3 && isBlock(child) && isHeader(child)) liftHeader(child, listing);
  }
}

function isHeader(element: LightElement): boolean {
  return (
    HEADER.test(element.getAttribute('class') ?? '') &&
    findElement(element, ({ localName }) => /^(?:code|pre|table)$/.test(localName)) === undefined
  );
}

/** The name of a file goes before the listing, the name of the language to it. */
function liftHeader(header: LightElement, listing: LightElement): void {
  detach(header);
  for (const element of [...elementsOf(header)]) if (element.nodeName === 'BUTTON') detach(element);
  const text = textOf(header).replace(/\s+/g, ' ').trim();
  if (text === '') return;
  if (isLanguage(text)) {
    if (languageOf(listing) === '') listing.setAttribute('data-lang', text.toLowerCase());
    return;
  }
  const line = new LightElement('div');
  line.appendChild(new LightText(text));
  listing.parentNode?.insertBefore(line, listing);
}

/** Not so where a page uses a `pre` to arrange images. */
function holdsCode(listing: LightElement): boolean {
  let hasImage = false;
  for (let node: LightNode | null = listing.firstChild; node !== null; node = nextNode(node, listing)) {
    if (node.nodeType === 3 && node.data.trim() !== '') return true;
    if (node.nodeName === 'IMG') hasImage = true;
  }
  return !hasImage;
}

/** Code that holds blocks, or lines and nothing beside it, is a listing whose author forgot the `pre`. */
export function prepareCode(code: LightElement): void {
  if (isInListing(code)) code.nodeName = 'SPAN';
  else if (!hasBlock(code)) code.nodeName = isBroken(code) && isAlone(code) ? 'PRE' : 'CODE';
  else code.nodeName = [...code.childNodes].some((child) => child.nodeName === 'PRE') ? 'DIV' : 'PRE';
}

/** Markdown cannot express code that is only white space; a space is kept instead. */
export function isBlankCode(code: LightElement): boolean {
  return !isLongerThan(code, MAX_BLANK) && textOf(code).trim() === '';
}

function isBroken(code: LightElement): boolean {
  let looked = 0;
  for (let node: LightNode | null = code.firstChild; node !== null; node = nextNode(node, code)) {
    if (++looked > MAX_LOOKED_AT) return false;
    if (node.nodeName === 'BR') return true;
    if (node.nodeType === 3 && node.data.trim().includes('\n') && isPreformatted(code)) return true;
  }
  return false;
}

function isPreformatted(code: LightElement): boolean {
  return /white-space:\s*pre/i.test(code.getAttribute('style') ?? '');
}

function isAlone(code: LightElement): boolean {
  const parent = code.parentNode;
  if (parent === null || !/^(?:P|DIV|LI|BODY|SECTION|ARTICLE|MAIN|FIGURE|BLOCKQUOTE|DD)$/.test(parent.nodeName))
    return false;
  return isEdge(code, 'previousSibling') && isEdge(code, 'nextSibling');
}

function isEdge(code: LightElement, direction: 'previousSibling' | 'nextSibling'): boolean {
  let beside = code[direction];
  while (beside !== null && beside.nodeType === 3 && beside.data.trim() === '') beside = beside[direction];
  return beside === null || (beside.nodeType !== 3 && isBlock(beside));
}

/** A `div` in which an editor shows its lines. */
export function prepareEditor(editor: LightElement): void {
  if (!CODE_EDITOR.test(editor.getAttribute('class') ?? '') || isInListing(editor)) return;
  // Editors keep what is typed, and what they measure, in areas of their own.
  for (const element of [...elementsOf(editor)]) {
    if (element.localName === 'textarea' || element.localName === 'pre') element.nodeName = 'DIV';
    if (element.localName === 'textarea' || /(?:^|\s)CodeMirror-measure/.test(element.getAttribute('class') ?? '')) {
      detach(element);
    }
  }
  editor.nodeName = 'PRE';
}

/** A text area is where visitors write, unless it shows them code. Crayon shows the same code beside it. */
export function prepareTextArea(area: LightElement): void {
  const classes = area.getAttribute('class') ?? '';
  const isCode = CODE_AREA.test(classes) || (area.getAttribute('readonly') !== null && classes === '');
  if (isCode && !/(?:^|\s)crayon-plain/.test(classes) && !isInListing(area)) area.nodeName = 'PRE';
  else {
    for (const child of area.childNodes) detach(child);
    area.nodeName = 'SPAN';
  }
}

/** Cells. A table of code has a number or two and a line, or three for both sides of a difference. */
const MAX_CODE_CELLS = 6;

/**
 * A table that shows code beside its line numbers becomes a listing. There is one row for all lines, or one for each.
 * Returns whether it was one.
 */
export function prepareCodeTable(table: LightElement): boolean {
  const rows = rowsOf(table);
  const body = rows.filter((row) => !isFileName(row));
  if (body.length === 0 || rows.length - body.length > 1) return false;
  const gutters: LightElement[] = [];
  for (const { cells } of body) {
    if (cells.length > MAX_CODE_CELLS) return false;
    const own = cells.filter((cell) => isGutter(cell) || isNumberListing(cell, cells.length));
    if (own.length === 0 && !cells.some((cell) => CODE_CELL.test(cell.getAttribute('class') ?? ''))) return false;
    if (own.length === cells.length && body.length === 1) return false;
    gutters.push(...own);
  }
  if (gutters.length === 0) return false;
  for (const { row } of rows.filter(isFileName)) liftHeader(row, table);
  for (const gutter of gutters) detach(gutter);
  table.nodeName = 'PRE';
  return true;
}

/** A row over the listing that names its file. */
function isFileName({ cells }: TableRow): boolean {
  const [only] = cells;
  return cells.length === 1 && only?.localName === 'th';
}

function isNumberListing(cell: LightElement, cellsInRow: number): boolean {
  return (
    cellsInRow > 1 &&
    cell.firstChild?.nodeName === 'PRE' &&
    cell.firstChild.nextSibling === null &&
    holdsNumbersOnly(cell)
  );
}
