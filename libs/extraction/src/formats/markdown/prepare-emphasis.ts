import { LightElement, type LightNode } from '../../tree/light-node';
import { detach, moveChildren } from '../../tree/walk';
import { findAround, hasBlock, isBlock, isLongerThan } from './blocks';

const EMPHASIS: Record<string, string> = {
  B: 'STRONG',
  STRONG: 'STRONG',
  I: 'EM',
  EM: 'EM',
  DEL: 'DEL',
  S: 'DEL',
  STRIKE: 'DEL',
};

const EMPHASES: ReadonlySet<string> = new Set(['STRONG', 'EM', 'DEL']);
const SAME: Record<string, ReadonlySet<string>> = {
  STRONG: new Set(['STRONG']),
  EM: new Set(['EM']),
  DEL: new Set(['DEL']),
};

/** Longer emphasis was never closed. */
const MAX_SPREAD = 2000;
/** Nesting of blocks in emphasis. */
const MAX_SPREAD_LEVELS = 8;
/** Blocks whose content emphasis may move into. */
const SPREADS = new Set('ARTICLE CENTER DIV FONT LI OL P SECTION SPAN UL'.split(' '));

/** Normalises emphasis. Merges adjacent runs, as `**a****b**` is ambiguous. */
export function prepareEmphasis(element: LightElement): void {
  const kind = EMPHASIS[element.nodeName] as string;
  let next = element.nextSibling;
  while (next !== null && next.nodeType !== 3 && EMPHASIS[next.nodeName] === kind) {
    moveChildren(next, element);
    detach(next);
    next = element.nextSibling;
  }
  const around = findAround(element, EMPHASES);
  if (around !== undefined) element.nodeName = innerName(element, kind);
  else if (hasBlock(element)) {
    element.nodeName = 'DIV';
    if (!isLongerThan(element, MAX_SPREAD)) spread(element, kind.toLowerCase(), 0);
  } else element.nodeName = kind;
}

/**
 * Nested emphasis is written with underscores, also an `em` that is all of a `strong`, as three stars are ambiguous. One
 * of the same kind that is all of the outer one is redundant.
 */
function innerName(element: LightElement, kind: string): string {
  const same = findAround(element, SAME[kind] as Set<string>);
  if (same === undefined) return kind === 'EM' && isAllOf(element, 'STRONG') ? 'INNER-EM' : kind;
  if (kind === 'DEL' || isAllOf(element, kind)) return 'SPAN';
  return findAround(same, SAME[kind] as Set<string>) === undefined ? `INNER-${kind}` : 'SPAN';
}

/** Whether `element` is the only content of the surrounding element named `name`. */
function isAllOf(element: LightElement, name: string): boolean {
  let inner: LightElement | null = element;
  for (let level = 0; inner !== null && level < MAX_SPREAD_LEVELS; level++) {
    if (!isBlank(inner.previousSibling) || !isBlank(inner.nextSibling)) return false;
    inner = inner.parentNode;
    if (inner?.nodeName === name) return true;
  }
  return false;
}

function isBlank(sibling: LightNode | null): boolean {
  return sibling === null || (sibling.nodeType === 3 && sibling.data.trim() === '' && isBlankBeyond(sibling));
}

function isBlankBeyond(text: LightNode): boolean {
  return text.previousSibling === null || text.nextSibling === null;
}

/** Moves emphasis around several blocks into each of them. */
function spread(block: LightElement, name: string, level: number): void {
  let run: LightElement | undefined;
  for (const child of block.childNodes) {
    if (child.nodeType !== 3 && (isBlock(child) || hasBlock(child))) {
      run = undefined;
      if (SPREADS.has(child.nodeName) && level < MAX_SPREAD_LEVELS) spread(child, name, level + 1);
    } else if (run !== undefined || child.nodeType !== 3 || child.data.trim() !== '') {
      if (run === undefined) {
        run = new LightElement(name);
        block.insertBefore(run, child);
      }
      block.removeChild(child);
      run.appendChild(child);
    }
  }
}
