import type { LightElement, LightNode } from '../../tree/light-node';
import { findAround, isBlock } from './blocks';
import { nodeBeside, type Side } from './node-beside';

/** Punctuation without a meaning in markdown, which may move outside the emphasis. */
const MOVABLE_START = /^[\p{P}\p{S}](?<![\\`*_[\]<>!~&#(])/u;
const MOVABLE_END = /(?<!\\)[\p{P}\p{S}](?<![\\`*_[\]<>~;])$/u;
/** Nothing but such punctuation. */
const PUNCTUATION_ONLY = /^(?:[\p{P}\p{S}](?<![\\`*_[\]<>~]))+$/u;
const BLANK_LINE = /\n *\n/;
const EMPHASES: ReadonlySet<string> = new Set(['EM', 'STRONG']);
const TAGS: Record<string, string> = { '*': 'em', '**': 'strong', '~~': 'del' };

/** Emphasis cannot contain a blank line, so each paragraph gets its own marks. */
export function writeEmphasis(content: string, element: LightElement, mark: string): string {
  if (!BLANK_LINE.test(content)) return emphasise(content, element, mark);
  return content
    .split(/\n[ \n]*\n/)
    .map((part) => emphasise(part, element, mark))
    .join('\n\n');
}

/** Writes nested emphasis with underscores, which are marks only at the edges of words; within a word with stars if unambiguous. */
export function writeInnerEmphasis(content: string, element: LightElement, mark: string): string {
  const isWithinWord = isWord(letterBeside(element, 'previousSibling')) || isWord(letterBeside(element, 'nextSibling'));
  if (!isWithinWord) return BLANK_LINE.test(content) ? content : `${mark}${content}${mark}`;
  return element.parentNode?.nodeName === 'STRONG' ? writeEmphasis(content, element, '*') : content;
}

/**
 * Marks next to a word only open or close if the character on their other side is no punctuation: `**x:**y` is no
 * emphasis. Punctuation at the edge moves outside; where that is impossible, HTML is written.
 */
function emphasise(content: string, element: LightElement, mark: string): string {
  const text = content.trim();
  if (text === '') return content;
  const lead = content.length - content.trimStart().length;
  let start = content.slice(0, lead);
  let end = content.slice(lead + text.length);
  let core = text;
  const inHtml = () =>
    isMeaningless(text, mark)
      ? content
      : `${content.slice(0, lead)}<${TAGS[mark]}>${text}</${TAGS[mark]}>${content.slice(lead + text.length)}`;
  if (mark !== '~~' && (joinsStars(core, element) || isPartOfWordInOther(element))) return inHtml();
  if (start === '' && isWord(letterBeside(element, 'previousSibling'))) {
    while (core.length > 1 && MOVABLE_START.test(core)) {
      start += core.charAt(0);
      core = core.slice(1);
    }
    // The space after moved punctuation moves with it.
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

/** Emphasised punctuation is an editing slip; struck-out punctuation is not. */
function isMeaningless(text: string, mark: string): boolean {
  return mark !== '~~' && PUNCTUATION_ONLY.test(text);
}

/** Renderers take the stars within a word for the end of the outer emphasis: `*a**b** c*`. */
function isPartOfWordInOther(element: LightElement): boolean {
  return (
    findAround(element, EMPHASES) !== undefined &&
    (isWord(letterBeside(element, 'previousSibling', EMPHASES)) ||
      isWord(letterBeside(element, 'nextSibling', EMPHASES)))
  );
}

/** Whether its stars form an ambiguous run with those of its neighbours: `**x*y****z*`. */
function joinsStars(core: string, element: LightElement): boolean {
  const before = emphasisBeside(element, 'previousSibling');
  const next = emphasisBeside(element, 'nextSibling');
  if (next !== undefined && core.endsWith('*')) return true;
  return before !== undefined && (next !== undefined || core.startsWith('*') || before.nodeName === element.nodeName);
}

/** The adjacent emphasis, unless white space separates the marks. */
function emphasisBeside(element: LightElement, side: Side): LightElement | undefined {
  const beside = nodeBeside(element, side);
  if (beside === undefined || beside.nodeType === 3 || !EMPHASES.has(beside.nodeName)) return undefined;
  const isBefore = side === 'previousSibling';
  return hasSpaceAt(element, isBefore ? 'firstChild' : 'lastChild') ||
    hasSpaceAt(beside, isBefore ? 'lastChild' : 'firstChild')
    ? undefined
    : beside;
}

/** The last character before the closing marks of inner emphasis. */
function lastBeforeMarks(core: string): string {
  let end = core.length;
  while (core.charAt(end - 1) === '*') end--;
  return core.charAt(end - 1);
}

function isWord(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}

/** marked treats strikethrough marks as letters. */
const LETTER = 'x';

const MAX_STEPS = 32;

/** The adjacent character in the line; empty at the edge of the line or of an element named in `within`. */
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

function hasSpaceAt(element: LightElement, edge: 'firstChild' | 'lastChild'): boolean {
  let node: LightNode | null = element;
  for (let steps = 0; steps < MAX_STEPS && node !== null && node.nodeType !== 3; steps++) {
    if (node.nodeName === 'BR') return true;
    node = node[edge];
  }
  return node?.nodeType === 3 && /\s/.test(node.data.charAt(edge === 'firstChild' ? 0 : node.data.length - 1));
}

/** Two consecutive breaks start a paragraph; one at the edge of a block is omitted. */
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
