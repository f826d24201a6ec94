import { REMOVED_IMAGE } from '../../page/inlined-images';
import type { LightElement, LightNode } from '../../tree/light-node';
import { textOf } from '../../tree/walk';
import { findAround, isBlock } from './blocks';
import { escapeText } from './escape-text';
import { describeImage } from './image-description';
import { nodeBeside, type Side } from './node-beside';
import { withoutOpening } from './said-twice';

/** Punctuation that means nothing to markdown, so that it can change sides with a mark of emphasis. */
const MOVABLE_START = /^[\p{P}\p{S}](?<![\\`*_[\]<>!~&#(])/u;
const MOVABLE_END = /(?<!\\)[\p{P}\p{S}](?<![\\`*_[\]<>~;])$/u;
/** Signs that mean nothing to markdown. */
const MEANINGLESS = /^(?:[\p{P}\p{S}](?<![\\`*_[\]<>~]))+$/u;
const BLANK_LINE = /\n *\n/;
const LINKS: ReadonlySet<string> = new Set(['A']);
const EMPHASES: ReadonlySet<string> = new Set(['EM', 'STRONG']);
const TAGS: Record<string, string> = { '*': 'em', '**': 'strong', '~~': 'del' };

/** A blank line ends emphasis, which then begins anew. */
export function writeEmphasis(content: string, element: LightElement, mark: string): string {
  if (!BLANK_LINE.test(content)) return emphasise(content, element, mark);
  return content
    .split(/\n[ \n]*\n/)
    .map((part) => emphasise(part, element, mark))
    .join('\n\n');
}

/** Underscores are marks at the edges of words only. Within a word the stars have to do, if that cannot be misread. */
export function writeInnerEmphasis(content: string, element: LightElement, mark: string): string {
  const isWithinWord = isWord(letterBeside(element, 'previousSibling')) || isWord(letterBeside(element, 'nextSibling'));
  if (!isWithinWord) return BLANK_LINE.test(content) ? content : `${mark}${content}${mark}`;
  return element.parentNode?.nodeName === 'STRONG' ? writeEmphasis(content, element, '*') : content;
}

/**
 * Emphasis opens and closes only where its inside and outside look the part: `**x:**y` stays as it is written.
 * Punctuation at the edge then goes outside; where that is impossible HTML says it.
 */
function emphasise(content: string, element: LightElement, mark: string): string {
  const text = content.trim();
  if (text === '') return content;
  const lead = content.length - content.trimStart().length;
  let start = content.slice(0, lead);
  let end = content.slice(lead + text.length);
  let core = text;
  const inHtml = () =>
    saysNothing(text, mark)
      ? content
      : `${content.slice(0, lead)}<${TAGS[mark]}>${text}</${TAGS[mark]}>${content.slice(lead + text.length)}`;
  if (mark !== '~~' && (joinsStars(core, element) || isPartOfWordInOther(element))) return inHtml();
  if (start === '' && isWord(letterBeside(element, 'previousSibling'))) {
    while (core.length > 1 && MOVABLE_START.test(core)) {
      start += core.charAt(0);
      core = core.slice(1);
    }
    // `, who` behind a link: the comma went outside, and the space goes with it.
    if (start !== '' && /^\s/.test(core)) {
      start += core.slice(0, core.length - core.trimStart().length);
      core = core.trimStart();
    }
    if (!isWord(mark === '~~' ? core.charAt(0) : core.replace(/^\*+/, '').charAt(0))) return inHtml();
  }
  if (end === '' && isWord(letterBeside(element, 'nextSibling'))) {
    while (core.length > 1 && MOVABLE_END.test(core) && !(core.endsWith(')') && core.includes(']('))) {
      end = core.charAt(core.length - 1) + end;
      core = core.slice(0, -1);
    }
    if (end !== '' && /\s$/.test(core)) {
      end = core.slice(core.trimEnd().length) + end;
      core = core.trimEnd();
    }
    if (!isWord(mark === '~~' ? core.charAt(core.length - 1) : lastBeforeMarks(core))) return inHtml();
  }
  return core.trim() === core ? `${start}${mark}${core}${mark}${end}` : inHtml();
}

/** Emphasis of the full stop behind a link is a slip of an editor. What is crossed out says something. */
function saysNothing(text: string, mark: string): boolean {
  return mark !== '~~' && MEANINGLESS.test(text);
}

/** Renderers take its stars for the end of the emphasis around it: `*a**b** c*`. */
function isPartOfWordInOther(element: LightElement): boolean {
  return (
    findAround(element, EMPHASES) !== undefined &&
    (isWord(letterBeside(element, 'previousSibling', EMPHASES)) ||
      isWord(letterBeside(element, 'nextSibling', EMPHASES)))
  );
}

/** Whether its stars and those beside it make a run that renderers divide otherwise: `**x*y****z*`. */
function joinsStars(core: string, element: LightElement): boolean {
  const before = emphasisBeside(element, 'previousSibling');
  const next = emphasisBeside(element, 'nextSibling');
  if (next !== undefined && core.endsWith('*')) return true;
  return before !== undefined && (next !== undefined || core.startsWith('*') || before.nodeName === element.nodeName);
}

/** White space at its edge, which is written outside of the marks, keeps them apart. */
function emphasisBeside(element: LightElement, side: Side): LightElement | undefined {
  const beside = nodeBeside(element, side);
  if (beside === undefined || beside.nodeType === 3 || !EMPHASES.has(beside.nodeName)) return undefined;
  const isBefore = side === 'previousSibling';
  return hasSpaceAt(element, isBefore ? 'firstChild' : 'lastChild') ||
    hasSpaceAt(beside, isBefore ? 'lastChild' : 'firstChild')
    ? undefined
    : beside;
}

/** The marks of emphasis within make one run with those around it. */
function lastBeforeMarks(core: string): string {
  let end = core.length;
  while (core.charAt(end - 1) === '*') end--;
  return core.charAt(end - 1);
}

function isWord(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}

/** marked takes the marks of strikethrough for letters. */
const LETTER = 'x';

/** Elements to climb out of and into. Inline elements nested deeper are no writing of anybody's. */
const MAX_STEPS = 32;

/** The character that stands beside an inline element in its line; empty at the edge of the line, and of any of `within`. */
function letterBeside(
  element: LightElement,
  direction: 'previousSibling' | 'nextSibling',
  within?: ReadonlySet<string>,
): string {
  if (hasSpaceAt(element, direction === 'previousSibling' ? 'firstChild' : 'lastChild')) return ' ';
  let steps = 0;
  let node: LightNode = element;
  while (node[direction] === null) {
    const parent: LightElement | null = node.parentNode;
    if (parent === null || isBlock(parent) || ++steps > MAX_STEPS || within?.has(parent.nodeName)) return '';
    if (parent.nodeName === 'DEL') return LETTER;
    node = parent;
  }
  let beside = node[direction] as LightNode;
  while (beside.nodeType !== 3) {
    if (beside.nodeName === 'DEL') return LETTER;
    const child: LightNode | null = direction === 'previousSibling' ? beside.lastChild : beside.firstChild;
    if (child === null || isBlock(beside) || ++steps > MAX_STEPS) return '';
    beside = child;
  }
  return beside.data.charAt(direction === 'previousSibling' ? beside.data.length - 1 : 0);
}

/** White space at an edge of an element is written outside of its marks. */
function hasSpaceAt(element: LightElement, edge: 'firstChild' | 'lastChild'): boolean {
  let node: LightNode | null = element;
  for (let steps = 0; steps < MAX_STEPS && node !== null && node.nodeType !== 3; steps++) {
    if (node.nodeName === 'BR') return true;
    node = node[edge];
  }
  return node?.nodeType === 3 && /\s/.test(node.data.charAt(edge === 'firstChild' ? 0 : node.data.length - 1));
}

export function writeLink(content: string, link: LightElement): string {
  const label = withoutOpening(link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '');
  const text = oneLine(content) || escapeText(oneLine(label));
  if (text === '') return '';
  const said = oneLine(content) === '' ? label : textOf(link);
  return `[${text}](${destination(link.getAttribute('href') ?? '')}${titlePart(link, said)})`;
}

export function writeImage(image: LightElement): string {
  const source = image.getAttribute('src')?.trim() ?? '';
  if (source === '') return '';
  const description = oneLine(describeImage(image.getAttribute('alt')?.trim() ?? ''));
  const alt = escapeAlt(description, image);
  if (source === REMOVED_IMAGE) return `![${alt}](${source})`;
  return `![${alt}](${destination(source)}${titlePart(image, description)})`;
}

/** Brackets in pairs need no escape, and markdown-it drops what is escaped in an image. Within a link marked wants it. */
function escapeAlt(alt: string, image: LightElement): string {
  const escaped = escapeText(alt);
  const isPlain = !/\](?=[(:])|\[\^/.test(alt) && !alt.includes('\\') && escaped.replace(/\\(?=[[\]])/g, '') === alt;
  if (!isPlain || findAround(image, LINKS) !== undefined) return escaped;
  let open = 0;
  for (const character of alt) {
    if (character === '[') open++;
    // Pairs in pairs are too much for some.
    if (open > 1 || (character === ']' && --open < 0)) return escaped;
  }
  return open === 0 ? alt : escaped;
}

/** Two breaks in a row are a new paragraph; one at an edge of a block shows nothing. */
export function writeLineBreak(lineBreak: LightElement): string {
  if (lineBreak.nextSibling?.nodeName === 'BR' || lineBreak.previousSibling?.nodeName === 'BR') return '\n\n';
  return isAtEdge(lineBreak, 'previousSibling') || isAtEdge(lineBreak, 'nextSibling') ? '' : '  \n';
}

function isAtEdge(lineBreak: LightElement, direction: 'previousSibling' | 'nextSibling'): boolean {
  let node: LightNode = lineBreak;
  for (let beside = node[direction]; beside === null; beside = node[direction]) {
    const parent: LightElement | null = node.parentNode;
    if (parent === null || isBlock(parent)) return true;
    node = parent;
  }
  const beside = node[direction] as LightNode;
  return beside.nodeType !== 3 && isBlock(beside);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Wikis and blogs give most links a title that says no more than they do: `said`. */
function titlePart(element: LightElement, said: string): string {
  const whole = element.getAttribute('title') ?? '';
  const title = oneLine(withoutOpening(whole));
  const own = plain(oneLine(said));
  if (title === '' || plain(title) === own || plain(oneLine(whole)) === own) return '';
  return ` "${escapeTitle(title)}"`;
}

/** Texts of the tree have been escaped by now. */
function plain(text: string): string {
  return text.replaceAll('\\', '').toLowerCase();
}

function escapeTitle(title: string): string {
  if (!/["\\&]/.test(title)) return title;
  return title.replace(ENTITY, '&amp;').replace(/\\(?=[!-/:-@[-`{-~]|$)|"/g, '\\$&');
}

/** An ampersand that would be read as the start of an entity. Not every renderer lets it be escaped in a link. */
const ENTITY = /&(?=(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});)/gi;

export function destination(url: string): string {
  const address = url
    .trim()
    .replace(/[\n\r\t]/g, '')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\$&')
    .replace(ENTITY, '&amp;')
    // Code within the line binds closer than links do.
    .replaceAll('`', '%60');
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
