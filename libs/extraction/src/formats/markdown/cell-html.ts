import type { LightElement } from '../../tree/light-node';

/** Blocks in table cells, which GFM can only represent as HTML. */
const inCells = new WeakSet<LightElement>();

export function keepAsHtml(element: LightElement): void {
  inCells.add(element);
}

export function isKeptAsHtml(element: LightElement): boolean {
  return inCells.has(element);
}

export function writeHtmlList(content: string, list: LightElement): string {
  const items = content.trim();
  if (items === '') return '';
  if (list.nodeName === 'UL') return `\n<ul>${items}</ul>\n`;
  const start = /^\d{1,9}$/.exec(list.getAttribute('start')?.trim() ?? '')?.[0];
  return `\n<ol${start === undefined || start === '1' ? '' : ` start="${start}"`}>${items}</ol>\n`;
}

export function writeHtmlItem(content: string): string {
  const text = content.trim();
  return text === '' ? '' : `\n<li>${text}</li>\n`;
}

export function writeHtmlQuote(content: string): string {
  const text = content.trim();
  return text === '' ? '' : `\n<blockquote>${text}</blockquote>\n`;
}

const BLOCK_TAG = 'ul|ol|li|pre|blockquote';
const BEFORE_TAG = new RegExp(`\\s*\\n\\s*(?=</?(?:${BLOCK_TAG})[ >])`, 'g');
/** An escaped `<` is text. */
const AFTER_TAG = new RegExp(
  `(?<!\\\\)(<(?:/(?:${BLOCK_TAG})|ul|ol(?: start="\\d+")?|li|blockquote)>)\\s*\\n\\s*`,
  'g',
);

export function joinLines(content: string): string {
  if (!content.includes('\n')) return content.trim();
  return content
    .trim()
    .replace(BEFORE_TAG, '')
    .replace(AFTER_TAG, '$1')
    .replace(/[ \t]*\n[ \t\n]*/g, '<br>');
}
