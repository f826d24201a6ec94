import { LightElement, type LightNode } from '../src/tree/light-node';
import { parseHtml } from '../src/tree/parse-html';
import { elementsOf, nextNode } from '../src/tree/walk';

/**
 * The structure of HTML as text, one line per block, for comparisons with a readable difference. Equal are:
 * - White space outside code blocks and a single space; white space at the edges of a line, a link or emphasis, or at the
 *   end of a code block, and none.
 * - Text next to blocks and a paragraph (tight and loose lists, cells). Elements without a markdown form (`div`, `span`,
 *   `u`, `section`) and their content. Two line breaks and a new paragraph.
 * - `b` and `strong`, `i` and `em`, `s`, `strike` and `del`. Empty or nested emphasis and none; adjacent emphasis or code
 *   and one; emphasis around blocks and around each paragraph.
 * - Attributes other than `href`, `src`, `alt`, `title`, item numbers, code languages, column alignments and task states.
 *   URLs that decode to the same text. A link whose label is its URL and that URL.
 * - Comments, scripts, styles and elements without text or image, and nothing.
 */
export function outlineHtml(html: string): string {
  const lines: string[] = [];
  writeBlocks(parseHtml(html).body, '', lines);
  return lines.join('\n');
}

/** The text of HTML without white space. */
export function readableText(html: string): string {
  const { body } = parseHtml(html);
  let text = '';
  for (let node = body.firstChild; node !== null; node = nextNode(node, body)) {
    if (node.nodeType === 3 && !isUnread(node.parentNode)) text += node.data;
  }
  return text.replace(/\s+/g, '').replace(UNSEEN, '');
}

function isUnread(element: LightElement | null): boolean {
  return element !== null && NOT_SHOWN.has(element.localName);
}

const NONE: ReadonlySet<string> = new Set();
/** Zero-width characters. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]+/g;
const NOT_SHOWN = new Set('script style template title textarea noscript iframe svg'.split(' '));
const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre search section summary table ' +
    'tbody td tfoot th thead tr ul caption optgroup'
  ).split(' '),
);
const EMPHASES: Record<string, string> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'del',
  del: 'del',
  strike: 'del',
};

/** Writes the blocks of `parent`, and the text between them as paragraphs. */
function writeBlocks(parent: LightElement, indent: string, lines: string[], around: ReadonlySet<string> = NONE): void {
  let line: LightNode[] = [];
  const endLine = () => {
    for (const part of splitAtBreaks(line)) {
      const text = writeLine(part, around);
      if (text !== '') lines.push(`${indent}p ${text}`);
    }
    line = [];
  };
  for (const node of parent.childNodes) {
    if (node.nodeType === 3 || !(BLOCKS.has(node.localName) || holdsBlock(node))) {
      line.push(node);
      continue;
    }
    endLine();
    const emphasis = EMPHASES[node.localName];
    if (BLOCKS.has(node.localName)) writeBlock(node, indent, lines, around);
    else writeBlocks(node, indent, lines, emphasis === undefined ? around : new Set([...around, emphasis]));
  }
  endLine();
}

function holdsBlock(element: LightElement): boolean {
  for (const inner of elementsOf(element)) if (BLOCKS.has(inner.localName)) return true;
  return false;
}

function writeBlock(block: LightElement, indent: string, lines: string[], around: ReadonlySet<string>): void {
  const name = block.localName;
  if (/^h[1-6]$/.test(name)) {
    const text = writeLine([...block.childNodes]).replaceAll('⏎', ' ');
    if (text !== '') lines.push(`${indent}${name} ${text}`);
  } else if (name === 'hr') lines.push(`${indent}hr`);
  else if (name === 'pre') writeListing(block, indent, lines);
  else if (name === 'table') writeTable(block, indent, lines);
  else if (name === 'blockquote') writeContainer('quote', block, indent, lines);
  else if (name === 'ul' || name === 'ol' || name === 'menu') writeList(block, indent, lines);
  else writeBlocks(block, indent, lines, around);
}

function writeContainer(name: string, block: LightElement, indent: string, lines: string[]): void {
  const inner: string[] = [];
  writeBlocks(block, `${indent}  `, inner);
  if (inner.length > 0) lines.push(`${indent}${name}`, ...inner);
}

function writeList(list: LightElement, indent: string, lines: string[]): void {
  let ordinal = Number(list.getAttribute('start') ?? 1);
  const items: string[] = [];
  for (const item of list.childNodes) {
    if (item.nodeType === 3) continue;
    ordinal = Number(item.getAttribute('value') ?? ordinal);
    writeContainer(list.localName === 'ol' ? `${ordinal}.` : '-', item, `${indent}  `, items);
    ordinal++;
  }
  if (items.length > 0) lines.push(`${indent}${list.localName === 'ol' ? 'ol' : 'ul'}`, ...items);
}

function writeListing(listing: LightElement, indent: string, lines: string[]): void {
  const code = listing.childNodes.find((child) => child.nodeName === 'CODE') as LightElement | undefined;
  const language = /(?:^|\s)language-(\S+)/.exec(code?.getAttribute('class') ?? '')?.[1] ?? '';
  let text = '';
  for (let node = listing.firstChild; node !== null; node = nextNode(node, listing)) {
    if (node.nodeType === 3) text += node.data;
    else if (node.localName === 'br') text += '\n';
  }
  const shown = text.replace(/^\n/, '').trimEnd();
  if (shown !== '') lines.push(`${indent}pre ${language} ${JSON.stringify(shown)}`);
}

function writeTable(table: LightElement, indent: string, lines: string[]): void {
  const rows: string[] = [];
  for (const row of elementsOf(table)) {
    if (row.localName === 'caption') writeBlocks(row, indent, lines);
    if (row.localName !== 'tr') continue;
    const cells = row.childNodes.filter((cell): cell is LightElement => cell.nodeType !== 3);
    // Rows are padded to the width of the header.
    const texts = cells.map((cell) => `${cell.localName}${alignment(cell)} ${cellText(cell)}`);
    if (texts.some((text) => /^t[dh]\S* ./.test(text))) rows.push(`${indent}  ${texts.join(' | ')}`);
  }
  lines.push(`${indent}table`, ...rows);
}

function alignment(cell: LightElement): string {
  const side = cell.getAttribute('align') ?? /text-align:\s*(\w+)/.exec(cell.getAttribute('style') ?? '')?.[1];
  return side ? `:${side}` : '';
}

function cellText(cell: LightElement): string {
  const lines: string[] = [];
  writeBlocks(cell, '', lines);
  return lines.map((text) => text.replace(/^p /, '')).join('⏎');
}

function splitAtBreaks(line: LightNode[]): LightNode[][] {
  const parts: LightNode[][] = [[]];
  let isAfterBreak = false;
  for (const node of line) {
    const isBlank = node.nodeType === 3 && node.data.trim() === '';
    if (node.nodeName === 'BR' && isAfterBreak) parts.push([]);
    else parts.at(-1)?.push(node);
    isAfterBreak = node.nodeName === 'BR' || (isAfterBreak && isBlank);
  }
  return parts;
}

/** Inline content. `⏎`: a line break. Emphasis has marks on both sides. */
function writeLine(nodes: LightNode[], around: ReadonlySet<string> = NONE): string {
  const [start = '', core = '', end = ''] = splitEdges(nodes.map((node) => writeInline(node)).join(''));
  const text = core === '' ? '' : [...around].reduce((inner, name) => `<${name}>${inner}</${name}>`, core);
  return `${start}${text}${end}`
    .replace(/(?:<em><\/em>|<strong><\/strong>|<del><\/del>)/g, '')
    .replace(/<\/(em|strong|del|code)><\1>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?⏎ ?/g, '⏎')
    .replace(/^[ ⏎]+|[ ⏎]+$/g, '');
}

function writeInline(node: LightNode): string {
  if (node.nodeType === 3) return node.data.replace(UNSEEN, '').replace(/[<>]/g, (mark) => (mark === '<' ? '‹' : '›'));
  const name = node.localName;
  if (NOT_SHOWN.has(name)) return '';
  if (name === 'br') return '⏎';
  if (name === 'img') return writeImage(node);
  if (name === 'input') return writeTask(node);
  const emphasis = EMPHASES[name];
  const content = node.childNodes.map(writeInline).join('');
  if (name === 'code') return content.trim() === '' ? '' : `<code>${content.replace(/\s+/g, ' ')}</code>`;
  if (name === 'a' && node.getAttribute('href') !== null) return writeLink(node, content);
  if (emphasis === undefined) return content;
  const [start = '', core = '', end = ''] = splitEdges(content);
  if (
    core === '' ||
    (core.startsWith(`<${emphasis}>`) && core.indexOf(`</${emphasis}>`) === core.length - emphasis.length - 3)
  )
    return content;
  return `${start}<${emphasis}>${core}</${emphasis}>${end}`;
}

function splitEdges(content: string): string[] {
  return /^([\s⏎]*)([\s\S]*?)([\s⏎]*)$/.exec(content)?.slice(1) ?? [];
}

function writeLink(link: LightElement, content: string): string {
  const address = addressOf(link, 'href');
  const [start = '', core = '', end = ''] = splitEdges(content);
  const shown = core.replace(/[\s⏎]+/g, ' ');
  if (shown === '') return content;
  if ([address, address.replace(/^(?:mailto:|https?:\/\/)/i, '')].includes(decode(shown))) return content;
  return `${start}<a ${address}${titleOf(link)}>${shown}</a>${end}`;
}

function writeImage(image: LightElement): string {
  const alt = (image.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
  return `<img ${addressOf(image, 'src')} ${JSON.stringify(alt)}${titleOf(image)}>`;
}

function writeTask(input: LightElement): string {
  if (input.getAttribute('type') !== 'checkbox') return '';
  return input.getAttribute('checked') === null ? '[ ] ' : '[x] ';
}

function titleOf(element: LightElement): string {
  const title = (element.getAttribute('title') ?? '').replace(/\s+/g, ' ').trim();
  return title === '' ? '' : ` ${JSON.stringify(title)}`;
}

function addressOf(element: LightElement, name: string): string {
  return decode((element.getAttribute(name) ?? '').trim());
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch (error) {
    if (error instanceof URIError) return address;
    throw error;
  }
}
