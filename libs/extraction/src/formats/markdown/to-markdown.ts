import type { LightElement } from '../../tree/light-node';
import { isKeptAsHtml, writeHtmlItem, writeHtmlList, writeHtmlQuote } from './cell-html';
import { writeCodeBlock, writeInlineCode, writeListingInLine } from './code';
import { collapseWhiteSpace } from './collapse-white-space';
import { writeEmphasis, writeInnerEmphasis, writeLineBreak } from './emphasis';
import { escapeTree } from './escape-tree';
import { FOOTNOTE_REFERENCE, prepareFootnotes, writeReference } from './footnotes';
import { writeFormula } from './formulas';
import { KEPT_TAGS, writeKeptTag } from './kept-tags';
import { writeImage, writeLink } from './link';
import { isCounted, markerOf, mayInterrupt } from './list-markers';
import { prepareTree } from './prepare-tree';
import { settleLists } from './settle-lists';
import { writeCell, writeTable } from './table';
import { emptyBlankBlocks, TreeWriter, unwrapOnlyBlocks, type Write, type Writer } from './write-tree';
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
 * Writes CommonMark with GFM tables, strikethrough, task lists and footnotes. Destroys the tree. `pageUrl`: the URL that
 * links were made absolute with, without fragment; '' if they are relative.
 */
export function toMarkdown(root: LightElement, pageUrl = ''): string {
  prepareFootnotes(root);
  prepareTree(root, pageUrl);
  collapseWhiteSpace(root);
  settleLists(root);
  escapeTree(root);
  emptyBlankBlocks(root);
  unwrapOnlyBlocks(root);
  return writer
    .write(root)
    .replace(/^[\t\r\n]+/, '')
    .trimEnd();
}

function writersOf(names: string, write: Write, traits: Partial<Writer> = {}): [string, Writer][] {
  const writer = { write, isOpaque: false, isMeaningfulWhenBlank: false, ...traits };
  return names.split(' ').map((name) => [name, writer]);
}

/** Blocks in table cells are written as HTML. */
function inCellOr(writeInCell: Write, write: Write): Write {
  return (content, element) => (isKeptAsHtml(element) ? writeInCell(content, element) : write(content, element));
}

function writeHeading(content: string, element: LightElement): string {
  const text = content.replace(/\s+/g, ' ').trim();
  // A trailing run of # would close the heading.
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

/** In an item with the marker `*`, a rule of stars would be ambiguous. */
function writeRule(rule: LightElement): string {
  return rule.previousSibling === null && rule.parentNode !== null && markerOf(rule.parentNode) === '* '
    ? '\n\n---\n\n'
    : '\n\n* * *\n\n';
}

const NUMBERS_ALONE = /^(?:\s*\d{1,9}[.)](?=\s))*\s*$/;
const EMPTY_ITEM = /^(?:\[[ x]\]|[\s\u00ad\u200b-\u200d\u2060\ufeff])*$/;

/** A nested list needs no blank line where it can interrupt the text of its item. */
function writeList(content: string, list: LightElement): string {
  if (NUMBERS_ALONE.test(content)) return '\n\n';
  const isLastOfItem = list.parentNode?.nodeName === 'LI' && list.nextSibling === null;
  const isTight = isLastOfItem && mayInterrupt(list) && !/^\n*(?:[-*]|\d+[.)])[ \t]*(?:\n|$)/.test(content);
  return isTight ? `\n${content}` : `\n\n${content}\n\n`;
}

function writeItem(content: string, item: LightElement): string {
  const marker = markerOf(item);
  const text = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
  // Empty items are omitted, unless numbers follow that count them.
  const isEmpty = EMPTY_ITEM.test(text);
  if (isEmpty && (!isCounted(item) || item.nextSibling === null)) return '';
  const isLoose = item.childNodes.some((child) => child.nodeName === 'P');
  const isInList = item.parentNode?.nodeName === 'UL' || item.parentNode?.nodeName === 'OL';
  // A blank line before the first item would make a nested list loose.
  const before = isInList && item.previousSibling === null ? '' : '\n';
  const after = isInList && item.nextSibling === null ? '' : isLoose ? '\n\n' : '\n';
  return `${before}${marker}${isEmpty ? '' : text}${after}`;
}
