import type { LightElement } from '../../tree/light-node';
import { isKeptAsHtml, writeHtmlItem, writeHtmlList, writeHtmlQuote } from './cell-html';
import { writeCodeBlock, writeInlineCode, writeListingInLine } from './code';
import { collapseWhiteSpace } from './collapse-white-space';
import { writeEmphasis, writeInnerEmphasis, writeLineBreak } from './emphasis';
import { escapeTree } from './escape-tree';
import { hasFormulaScript } from './find-formula-script';
import { FOOTNOTE_REFERENCE, writeReference } from './footnotes';
import { writeFormula } from './formulas';
import { KEPT_TAGS, writeKeptTag } from './kept-tags';
import { writeImage, writeLink } from './link';
import { isCounted, markerOf, mayInterrupt } from './list-markers';
import { prepareTree } from './prepare-tree';
import { settleLists } from './settle-lists';
import { writeCell, writeTable } from './table';
import { TreeWriter, type Write, type Writer } from './write-tree';
import { WRITTEN_BLOCK, writeBlock } from './written-blocks';

const writer = new TreeWriter(
  new Map<string, Writer>([
    ...writersOf('P', (content) => `\n\n${content}\n\n`),
    ...writersOf('H1 H2 H3 H4 H5 H6', writeHeading),
    ...writersOf('BLOCKQUOTE', inCellOr(writeHtmlQuote, writeQuote)),
    ...writersOf('UL OL', inCellOr(writeHtmlList, writeList)),
    ...writersOf('LI', inCellOr(writeHtmlItem, writeItem), { isMeaningfulWhenBlank: true }),
    ...writersOf(
      'PRE',
      inCellOr(
        (_, element) => writeListingInLine(element),
        (_, element) => writeCodeBlock(element),
      ),
      { isOpaque: true },
    ),
    ...writersOf('CODE', (_, element) => writeInlineCode(element), { isOpaque: true }),
    ...writersOf('BR', (_, element) => writeLineBreak(element), { isOpaque: true }),
    ...writersOf('HR', (_, element) => writeRule(element), { isOpaque: true }),
    ...writersOf('IMG', (_, element) => writeImage(element), { isOpaque: true }),
    ...writersOf('INPUT', (_, element) => writeTaskMark(element), { isOpaque: true }),
    ...writersOf('A', writeLink, { isMeaningfulWhenBlank: true }),
    ...writersOf('EM', (content, element) => writeEmphasis(content, element, '*')),
    ...writersOf('STRONG', (content, element) => writeEmphasis(content, element, '**')),
    ...writersOf('INNER-EM', (content, element) => writeInnerEmphasis(content, element, '_')),
    ...writersOf('INNER-STRONG', (content, element) => writeInnerEmphasis(content, element, '__')),
    ...writersOf('DEL', (content, element) => writeEmphasis(content, element, '~~')),
    ...writersOf('TABLE', writeTable, { isMeaningfulWhenBlank: true }),
    ...writersOf('TD TH', writeCell, { isMeaningfulWhenBlank: true }),
    ...writersOf('MATH', (_, element) => writeFormula(element), { isOpaque: true }),
    ...writersOf(KEPT_TAGS, writeKeptTag),
    ...writersOf(FOOTNOTE_REFERENCE, writeReference),
    ...writersOf(WRITTEN_BLOCK, writeBlock),
  ]),
);

/**
 * CommonMark with GFM tables, strikethrough and task lists. Takes the tree to pieces. `runsFormulas`: the page that
 * `root` is from has a script that sets formulas. `pageUrl`: that its addresses were made absolute with, without a
 * fragment; '' where they were not.
 */
export function toMarkdown(root: LightElement, runsFormulas = hasFormulaScript(root), pageUrl = ''): string {
  prepareTree(root, runsFormulas, pageUrl);
  collapseWhiteSpace(root);
  settleLists(root);
  escapeTree(root);
  return writer
    .write(root)
    .replace(/^[\t\r\n]+/, '')
    .trimEnd();
}

function writersOf(names: string, write: Write, traits: Partial<Writer> = {}): [string, Writer][] {
  const writer = { write, isOpaque: false, isMeaningfulWhenBlank: false, ...traits };
  return names.split(' ').map((name) => [name, writer]);
}

/** In a cell of a table there are no lines of their own for blocks. */
function inCellOr(writeInCell: Write, write: Write): Write {
  return (content, element) => (isKeptAsHtml(element) ? writeInCell(content, element) : write(content, element));
}

function writeHeading(content: string, element: LightElement): string {
  const text = content.replace(/\s+/g, ' ').trim();
  // A row of # at the end would be taken for the closing one.
  const closed = text.replace(/(^|\s)(#+)$/, '$1\\$2');
  return closed === '' ? '' : `\n\n${'#'.repeat(Number(element.nodeName.charAt(1)))} ${closed}\n\n`;
}

function writeQuote(content: string): string {
  const text = content.trim();
  return text === '' ? '' : `\n\n${text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>')}\n\n`;
}

function writeTaskMark(input: LightElement): string {
  const mark = input.getAttribute('checked') === null ? '[ ]' : '[x]';
  const next = input.nextSibling;
  return next?.nodeType === 3 && /^\s/.test(next.data) ? mark : `${mark} `;
}

/** In an item with the marker `*` a row of stars would be more markers. */
function writeRule(rule: LightElement): string {
  return rule.previousSibling === null && rule.parentNode !== null && markerOf(rule.parentNode) === '* '
    ? '\n\n---\n\n'
    : '\n\n* * *\n\n';
}

/** What is written of items that hold nothing: numbers, boxes to tick, places where a word may break. */
const NUMBERS_ALONE = /^(?:\s*\d{1,9}[.)](?=\s))*\s*$/;
const EMPTY_ITEM = /^(?:\[[ x]\]|[\s\u00ad\u200b-\u200d\u2060\ufeff])*$/;

/** A list within an item may follow its text at once, where it would not be read as more of the text. */
function writeList(content: string, list: LightElement): string {
  if (NUMBERS_ALONE.test(content)) return '\n\n';
  const isLastOfItem = list.parentNode?.nodeName === 'LI' && list.nextSibling === null;
  const isTight = isLastOfItem && mayInterrupt(list) && !/^\n*(?:[-*]|\d+[.)])[ \t]*(?:\n|$)/.test(content);
  return isTight ? `\n${content}` : `\n\n${content}\n\n`;
}

function writeItem(content: string, item: LightElement): string {
  const marker = markerOf(item);
  const text = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
  // An empty item shows nothing, but those behind it are counted from it.
  const isEmpty = EMPTY_ITEM.test(text);
  if (isEmpty && (!isCounted(item) || item.nextSibling === null)) return '';
  const isLoose = item.childNodes.some((child) => child.nodeName === 'P');
  const isInList = item.parentNode?.nodeName === 'UL' || item.parentNode?.nodeName === 'OL';
  // A list sees to the lines around it; its first item must not add one, which would make a nested list loose.
  const before = isInList && item.previousSibling === null ? '' : '\n';
  const after = isInList && item.nextSibling === null ? '' : isLoose ? '\n\n' : '\n';
  return `${before}${marker}${isEmpty ? '' : text}${after}`;
}
