import type { LightElement, LightNode, LightText } from '../../tree/light-node';
import { detach } from '../../tree/walk';
import { isBlock } from './blocks';

/** Elements without text that occupy space in a line, so that adjacent spaces are kept. */
const STANDS_IN_LINE = new Set(
  'AREA BASE COL COMMAND EMBED IMG INPUT KEYGEN LINK META PARAM SOURCE TRACK WBR'.split(' '),
);

const TO_COLLAPSE = /[\r\n\t]| {2}/;
/** Invisible break opportunities and byte order marks, which break text search. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]+/g;
/** Zero-width joiners without effect: alone or next to ASCII. */
const IDLE_JOINERS =
  /([\x20-\x7e])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=[\x20-\x7e])|^[\u200c\u200d]+$/g;

/** Editors keep blank lines open with no-break spaces. */
const BLANK = /^ ?\u00a0[ \u00a0]*$/;

/** Levels of elements within a line. */
const MAX_LEVELS = 8;

function isLineOfItsOwn(text: LightText): boolean {
  return endsLine(besideInBlock(text, 'previousSibling')) && endsLine(besideInBlock(text, 'nextSibling'));
}

/** The adjacent node within the block; null at its edge. */
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

/** White space is handled when the code is written. */
function isLiteral(node: LightNode): boolean {
  return node.nodeName === 'PRE' || node.nodeName === 'CODE';
}

/** Collapses white space as browsers do: runs become one space, and blocks have none at their edges. */
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

/** The parent of a last child, which is removed if it is an empty text. */
function leave(node: LightNode): LightElement {
  const parent = node.parentNode as LightElement;
  if (node.nodeType === 3 && node.data === '') detach(node);
  return parent;
}
