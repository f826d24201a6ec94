import type { LightElement } from '../../tree/light-node';
import { findLandmarks, isMain } from '../landmarks';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { isLink } from './ranges';

const LISTS = new Set(['dl', 'ol', 'ul']);
/** Minimum share of links among the blocks of a list, and of list blocks in the container. */
const MIN_LINKED = 0.5;
const MIN_SHARE = 0.5;
const MIN_LINKS = 3;
/** Maximum number of characters of other text. A page with more is an article with a list. */
const MAX_INTRODUCTION = 1000;

/** The blocks of the list do not depend on the kept blocks, and landmarks are expensive to find. */
const found = new WeakMap<PageView, readonly number[]>();

/**
 * Keeps the list of links of an index page: at least half of the blocks in the main element or the only article, without
 * landmarks. `kept`, by block: 1 is kept.
 */
export function keepIndexList(page: PageView, kept: Uint8Array): void {
  const list = found.get(page) ?? findIndexList(page);
  found.set(page, list);
  for (const index of list) kept[index] = 1;
}

function findIndexList(page: PageView): number[] {
  const { blocks, elements } = page;
  const { node, first, end } = elements;
  const container = findContainer(node);
  if (container === -1) return [];
  const landmarks = new Set(findLandmarks(node[0] as LightElement));
  const isOutside = new Uint8Array(blocks.length);
  isOutside.fill(1, first[container], end[container]);
  node.forEach((element, index) => {
    if (landmarks.has(element)) isOutside.fill(0, first[index], end[index]);
  });
  const all = countOf(isOutside, first[container] as number, end[container] as number);
  for (let index = container + 1; index < node.length; index++) {
    const [start, stop] = [first[index] as number, end[index] as number];
    if (!LISTS.has((node[index] as LightElement).localName) || start >= (end[container] as number)) continue;
    if (countOf(isOutside, start, stop) < MIN_SHARE * all) continue;
    const own = blocks.slice(start, stop);
    const isIndex =
      own.filter(isLink).length >= MIN_LINKS &&
      linkedShare(own) >= MIN_LINKED &&
      charsOutside(page, isOutside, start, stop) <= MAX_INTRODUCTION;
    if (isIndex) return own.map((_, at) => start + at).filter((at) => isOutside[at] === 1);
  }
  return [];
}

function linkedShare(blocks: readonly TextBlock[]): number {
  let all = 0;
  let linked = 0;
  for (const { chars, linkShare } of blocks) {
    all += chars;
    linked += chars * linkShare;
  }
  return linked / (all || 1);
}

function charsOutside({ blocks }: PageView, isCounted: Uint8Array, start: number, end: number): number {
  return blocks.reduce((sum, { chars }, at) => sum + (isCounted[at] === 1 && (at < start || at >= end) ? chars : 0), 0);
}

function countOf(marks: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) count += marks[index] as number;
  return count;
}

/** The main element or the only article; -1 if there is neither. */
function findContainer(node: readonly LightElement[]): number {
  const main = node.findIndex(isMain);
  if (main !== -1) return main;
  const article = node.findIndex(({ localName }) => localName === 'article');
  const isOnly = article !== -1 && node.findLastIndex(({ localName }) => localName === 'article') === article;
  return isOnly ? article : -1;
}
