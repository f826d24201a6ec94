import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { isAllKept, isAnyKept, isButton, isLink, keepText, type Range, rangeOf, sizeOf } from './ranges';

/** Minimum number of equal pairs in one parent. */
const MIN_PAIRS = 3;
/** Maximum number of words of a label, and of its value. */
const MAX_WORDS = 8;

/** Keeps a label with its value, a term with its description and a summary with its details. */
export function keepPairs(page: PageView, kept: Uint8Array): void {
  const { blocks, elements } = page;
  for (const labels of labelsWithValue(page)) {
    for (const label of labels) {
      const [isLabel, isValue] = [kept[label] === 1, kept[label + 1] === 1];
      if (isLabel !== isValue) kept.fill(1, label, label + 2);
    }
  }
  elements.node.forEach(({ localName }, element) => {
    if (localName === 'summary') keepSummary(page, kept, element);
  });
  for (const { terms, description } of definitionsOf(elements)) {
    if (isAnyKept(kept, description)) keepText(blocks, kept, terms);
    else if (terms.start < terms.end && isAllKept(kept, terms)) keepUnlinked(blocks, kept, description);
  }
}

/** By parent and name of their elements: the first block of each element of two blocks. */
function labelsWithValue({ blocks, elements, names }: PageView): number[][] {
  const groups = new Map<string, number[]>();
  const { node, parent, first } = elements;
  for (let element = 0; element < node.length; element++) {
    const outer = parent[element] as number;
    if (sizeOf(elements, element) !== 2 || outer === -1) continue;
    const label = first[element] as number;
    const key = `${outer} ${names.whole[element]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [label]);
    else group.push(label);
  }
  const isField = (index: number): boolean => {
    const block = blocks[index] as TextBlock;
    return block.words <= MAX_WORDS && !isLink(block) && !isButton(block);
  };
  return [...groups.values()]
    .filter(({ length }) => length >= MIN_PAIRS)
    .map((labels) => labels.filter((label) => isField(label) && isField(label + 1)));
}

function keepSummary({ blocks, elements }: PageView, kept: Uint8Array, summary: number): void {
  const details = elements.parent[summary] as number;
  if (details !== -1 && isAnyKept(kept, rangeOf(elements, details))) keepText(blocks, kept, rangeOf(elements, summary));
}

interface Definition {
  terms: Range;
  description: Range;
}

/** The `dt` elements of each group with the first `dd` after them. */
function definitionsOf(elements: BlockElements): Definition[] {
  const definitions: Definition[] = [];
  const terms = new Map<number, Range>();
  elements.node.forEach(({ localName }, element) => {
    const list = elements.parent[element] as number;
    const range = rangeOf(elements, element);
    const before = terms.get(list);
    if (localName === 'dt') terms.set(list, { start: before?.start ?? range.start, end: range.end });
    if (localName !== 'dd' || before === undefined) return;
    definitions.push({ terms: before, description: range });
    terms.delete(list);
  });
  return definitions;
}

function keepUnlinked(blocks: readonly TextBlock[], kept: Uint8Array, { start, end }: Range): void {
  for (let index = start; index < end; index++) {
    const block = blocks[index] as TextBlock;
    if (!isLink(block) && !isButton(block)) kept[index] = 1;
  }
}
