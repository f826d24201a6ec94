import { REMOVED_IMAGE } from '../../page/inlined-images';
import type { LightElement, LightNode } from '../../tree/light-node';
import { isBlock } from './blocks';
import { escapeText } from './escape-text';

/** Punctuation that means nothing to markdown, so that it can change sides with a mark of emphasis. */
const MOVABLE_START = /^[\p{P}\p{S}](?<![\\`*_[\]<>!~&#(])/u;
const MOVABLE_END = /[\p{P}\p{S}](?<![\\`*_[\]<>~;])$/u;

/**
 * Emphasis opens and closes only where its inside and outside look the part: `**x:**y` stays as it is written.
 * Punctuation at the edge then goes outside; where that is impossible the emphasis is given up for the text.
 */
export function writeEmphasis(content: string, element: LightElement, mark: string): string {
  const text = content.trim();
  if (text === '' || text.includes('\n\n')) return content;
  const lead = content.length - content.trimStart().length;
  let start = content.slice(0, lead);
  let end = content.slice(lead + text.length);
  let core = text;
  if (start === '' && isWord(characterBeside(element, 'previousSibling'))) {
    while (core.length > 1 && MOVABLE_START.test(core)) {
      start += core.charAt(0);
      core = core.slice(1);
    }
    if (!isWord(core.charAt(0))) return content;
  }
  if (end === '' && isWord(characterBeside(element, 'nextSibling'))) {
    while (core.length > 1 && MOVABLE_END.test(core) && !(core.endsWith(')') && core.includes(']('))) {
      end = core.charAt(core.length - 1) + end;
      core = core.slice(0, -1);
    }
    if (!isWord(core.charAt(core.length - 1))) return content;
  }
  return core.trim() === core ? `${start}${mark}${core}${mark}${end}` : content;
}

function isWord(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}

/** Elements to climb out of and into. Inline elements nested deeper are no writing of anybody's. */
const MAX_STEPS = 32;

/** The character that stands beside an inline element in its line; empty at the edge of the line. */
function characterBeside(element: LightElement, direction: 'previousSibling' | 'nextSibling'): string {
  let steps = 0;
  let node: LightNode = element;
  while (node[direction] === null) {
    const parent: LightElement | null = node.parentNode;
    if (parent === null || isBlock(parent) || ++steps > MAX_STEPS) return '';
    node = parent;
  }
  let beside = node[direction] as LightNode;
  while (beside.nodeType !== 3) {
    const child: LightNode | null = direction === 'previousSibling' ? beside.lastChild : beside.firstChild;
    if (child === null || isBlock(beside) || ++steps > MAX_STEPS) return '';
    beside = child;
  }
  return beside.data.charAt(direction === 'previousSibling' ? beside.data.length - 1 : 0);
}

export function writeLink(content: string, link: LightElement): string {
  const label = link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '';
  const text = oneLine(content) || escapeText(oneLine(label));
  if (text === '') return '';
  return `[${text}](${destination(link.getAttribute('href') ?? '')}${titlePart(link)})`;
}

export function writeImage(image: LightElement): string {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (source === '') return '';
  const alt = escapeText(oneLine(image.getAttribute('alt') ?? ''));
  if (source === REMOVED_IMAGE) return `![${alt}](${source})`;
  return `![${alt}](${destination(source)}${titlePart(image)})`;
}

/** Two breaks in a row are a new paragraph; one at the end of a block shows nothing. */
export function writeLineBreak(lineBreak: LightElement): string {
  if (lineBreak.nextSibling?.nodeName === 'BR' || lineBreak.previousSibling?.nodeName === 'BR') return '\n\n';
  let node: LightNode = lineBreak;
  while (node.nextSibling === null) {
    const parent: LightElement | null = node.parentNode;
    if (parent === null || isBlock(parent)) return '';
    node = parent;
  }
  return node.nextSibling.nodeType !== 3 && isBlock(node.nextSibling) ? '' : '  \n';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function titlePart(element: LightElement): string {
  const title = oneLine(element.getAttribute('title') ?? '');
  return title === '' ? '' : ` "${title.replace(/[\\"]/g, '\\$&')}"`;
}

function destination(url: string): string {
  const address = url.trim().replace(/[\n\r\t]/g, '');
  if (/[\s<>]/.test(address)) return `<${address.replace(/[<>]/g, encodeURIComponent)}>`;
  return hasBalancedParentheses(address) ? address : address.replace(/[()]/g, '\\$&');
}

function hasBalancedParentheses(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '(') open++;
    else if (character === ')' && --open < 0) return false;
  }
  return open === 0;
}
