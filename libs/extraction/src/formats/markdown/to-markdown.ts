import TurndownService from 'turndown';
import { LightElement } from '../../tree/light-node';
import { moveChildren } from '../../tree/walk';
import { writeCodeBlock, writeFormula, writeInlineCode } from './code';
import { collapseWhiteSpace } from './collapse-white-space';
import { escapeText } from './escape-text';
import { writeEmphasis, writeImage, writeLineBreak, writeLink } from './inline';
import { markerOf } from './list-markers';
import { prepareTree } from './prepare-tree';
import { writeCell, writeTable } from './table';

type Write = (content: string, element: LightElement) => string;

/** A block by turndown's own list that no page has had since HTML 3: here it stands around everything. */
const WHOLE = 'isindex';
const written = new WeakMap<LightElement, string>();
const converter = createConverter();

/** CommonMark with GFM tables, strikethrough and task lists. Takes the tree to pieces. */
export function toMarkdown(root: LightElement): string {
  prepareTree(root);
  collapseWhiteSpace(root);
  const whole = new LightElement(WHOLE, {});
  moveChildren(root, whole);
  root.appendChild(whole);
  // Turndown would cut the white space at the end of the text in the square of the longest run of it.
  converter.turndown(root as unknown as TurndownService.Node);
  return (written.get(whole) ?? '').replace(/^[\t\r\n]+/, '').trimEnd();
}

function createConverter(): TurndownService {
  const service = new TurndownService();
  const rules = new Map<string, TurndownService.Rule>();
  for (const [names, write] of writers()) {
    for (const name of names.split(' ')) rules.set(name, { filter: [], replacement: write as never });
  }
  const plain: TurndownService.Rule = { filter: [], replacement: writePlain as never };
  const blank: TurndownService.Rule = { filter: [], replacement: writeBlank as never };
  // Turndown goes through its rules one by one for every node; a name has one rule here.
  service.rules.forNode = (node: unknown) => {
    const element = node as LightElement;
    return element.isBlank ? blank : (rules.get(element.nodeName) ?? plain);
  };
  service.escape = escapeText;
  return service;
}

function writers(): [string, Write][] {
  return [
    [WHOLE.toUpperCase(), keepWhole],
    ['P', (content) => `\n\n${content}\n\n`],
    ['BR', (_, element) => writeLineBreak(element)],
    ['H1 H2 H3 H4 H5 H6', writeHeading],
    ['BLOCKQUOTE', writeQuote],
    ['UL OL', writeList],
    ['LI', writeItem],
    ['PRE', (_, element) => writeCodeBlock(element)],
    ['CODE', (_, element) => writeInlineCode(element)],
    ['HR', () => '\n\n* * *\n\n'],
    ['A', writeLink],
    ['IMG', (_, element) => writeImage(element)],
    ['EM', (content, element) => writeEmphasis(content, element, '*')],
    ['STRONG', (content, element) => writeEmphasis(content, element, '**')],
    ['DEL', (content, element) => writeEmphasis(content, element, '~~')],
    ['TABLE', writeTable],
    ['TD TH', writeCell],
    ['MATH', writeFormula],
    ['INPUT', (_, element) => writeTaskMark(element)],
  ];
}

function keepWhole(content: string, whole: LightElement): string {
  written.set(whole, content);
  return '';
}

function writePlain(content: string, element: LightElement): string {
  return element.isBlock ? `\n\n${content}\n\n` : content;
}

function writeBlank(_content: string, element: LightElement): string {
  return element.isBlock ? '\n\n' : '';
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

function writeList(content: string, list: LightElement): string {
  const isLastOfItem = list.parentNode?.nodeName === 'LI' && list.nextSibling === null;
  return isLastOfItem ? `\n${content}` : `\n\n${content}\n\n`;
}

function writeItem(content: string, item: LightElement): string {
  const marker = markerOf(item);
  const text = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
  const isLoose = item.childNodes.some((child) => child.nodeName === 'P');
  const isInList = item.parentNode?.nodeName === 'UL' || item.parentNode?.nodeName === 'OL';
  // A list sees to the lines around it; its first item must not add one, which would make a nested list loose.
  const before = isInList && item.previousSibling === null ? '' : '\n';
  const after = isInList && item.nextSibling === null ? '' : isLoose ? '\n\n' : '\n';
  return `${before}${marker}${text}${after}`;
}
