import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { detach } from '../../tree/walk';
import { isBlock } from './blocks';

/** Nothing to read, but something to see in the line, so that the spaces beside it count. */
const STANDS_IN_LINE = new Set(
  'AREA BASE COL COMMAND EMBED IMG INPUT KEYGEN LINK META PARAM SOURCE TRACK WBR'.split(' '),
);

/** Most texts hold single spaces only, and are left as they are. */
const TO_COLLAPSE = /[\r\n\t]| {2}/;
/** Where a line may break, and marks of the encoding: nobody sees them, and no search finds a word that has them. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]+/g;
/** They join letters and pictures, or keep letters apart. Beside a space or alone, as editors leave them, they do nothing. */
const IDLE_JOINERS =
  /([\x20-\x7e])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=[\x20-\x7e])|^[\u200c\u200d]+$/g;

/** What editors put where a line is to be left blank. */
const BLANK = /^ ?\u00a0[ \u00a0]*$/;

/** Levels of elements within a line. */
const MAX_LEVELS = 8;

function isLineOfItsOwn(text: LightText): boolean {
  return endsLine(besideInBlock(text, 'previousSibling')) && endsLine(besideInBlock(text, 'nextSibling'));
}

/** What stands right beside it in its block; null: the edge of the block, or of more elements than lines have. */
function besideInBlock(text: LightText, side: 'previousSibling' | 'nextSibling'): LightNode | null {
  let node: LightNode = text;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const around: LightElement | null = node.parentNode;
    if (node[side] !== null || around === null || isBlock(around)) return node[side];
    node = around;
  }
  return node;
}

function endsLine(beside: LightNode | null): boolean {
  return beside === null || (beside.nodeType !== 3 && (beside.nodeName === 'BR' || isBlock(beside)));
}

/** Has white space of its own, which is seen to when it is written. */
function isLiteral(node: LightNode): boolean {
  return node.nodeName === 'PRE' || node.nodeName === 'CODE';
}

/**
 * Leaves of white space what a browser would show: runs become one space, and there is none at the edges of blocks.
 * One walk, which never looks back further than the last text.
 */
export function collapseWhiteSpace(root: LightElement): void {
  let last: LightText | null = null;
  let keepsNext = false;
  const passEdge = (element: LightElement) => {
    if (isBlock(element) || element.nodeName === 'BR') {
      if (last?.data.endsWith(' ')) last.data = last.data.slice(0, -1);
      last = null;
      keepsNext = false;
    } else if (isLiteral(element) || STANDS_IN_LINE.has(element.nodeName)) {
      last = null;
      keepsNext = true;
    } else if (last !== null) keepsNext = false;
  };
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    const isText: boolean = node.nodeType === 3;
    if (node.nodeType === 3) {
      let text = TO_COLLAPSE.test(node.data) ? node.data.replace(/[ \r\n\t]+/g, ' ') : node.data;
      text = text.replace(UNSEEN, '');
      if (text.includes('\u200c') || text.includes('\u200d')) text = text.replace(IDLE_JOINERS, '$1');
      if (BLANK.test(text) && isLineOfItsOwn(node)) text = '';
      const follows: LightText | null = last;
      if ((follows === null || follows.data.endsWith(' ')) && !keepsNext && text.startsWith(' ')) text = text.slice(1);
      node.data = text;
      if (text !== '') last = node;
    } else passEdge(node);
    if (!isText && !isLiteral(node) && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node.nextSibling === null && node.parentNode !== null && node.parentNode !== root) {
      node = leave(node);
      passEdge(node as LightElement);
    }
    const following: LightNode | null = node.nextSibling;
    if (node.nodeType === 3 && node.data === '') detach(node);
    node = following;
  }
  const end = last as LightText | null;
  if (end?.data.endsWith(' ')) end.data = end.data.slice(0, -1);
}

/** The element that `node` is the last in, without the text that has become nothing. */
function leave(node: LightNode): LightElement {
  const parent = node.parentNode as LightElement;
  if (node.nodeType === 3 && node.data === '') detach(node);
  return parent;
}
