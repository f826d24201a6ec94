import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';

/** Pairs in a row that are built alike. */
const LEAST_PAIRS = 3;
/** Words of a label, and of what it labels. */
const WORDS = 8;
/** Probability. A value alone says nothing, a label may be a heading. */
const LEAST_OF_LABEL = 0.05;
const LEAST_OF_VALUE = 0.1;

/**
 * A label and its value stay together: `Weight: 523 g`, which the page says twice, is a riddle without either. So do a
 * question in a list of terms and its answer. `kept`, by block: 1 stays.
 */
export function keepPairs(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  for (const pairs of pairsOf(page)) {
    if (pairs.length < LEAST_PAIRS) continue;
    for (const label of pairs) keepOther(page, scores, kept, label);
  }
  keepDefinitions(page, scores, kept);
}

/** By parent and name of their elements: the first of the two blocks of each. */
function pairsOf({ elements, names }: PageView): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  const { node, parent, first } = elements;
  for (let element = 0; element < node.length; element++) {
    const outer = parent[element] as number;
    if (sizeOf(elements, element) !== 2 || outer === -1) continue;
    const key = `${outer} ${names.whole[element]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [first[element] as number]);
    else group.push(first[element] as number);
  }
  return groups.values();
}

function keepOther({ blocks }: PageView, scores: Float32Array, kept: Uint8Array, label: number): void {
  if (kept[label] === kept[label + 1]) return;
  const isField = (index: number): boolean => {
    const { words, linkShare, buttonShare } = blocks[index] as TextBlock;
    return words <= WORDS && linkShare <= 0.5 && buttonShare < 0.5;
  };
  if (!isField(label) || !isField(label + 1)) return;
  const isLabelLost = kept[label] === 0;
  const lost = isLabelLost ? label : label + 1;
  if ((scores[lost] as number) >= (isLabelLost ? LEAST_OF_LABEL : LEAST_OF_VALUE)) kept[lost] = 1;
}

/** What a term that is kept as a whole means. */
function keepDefinitions({ blocks, elements }: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { node, parent, first, end } = elements;
  const lastTerm = new Map<number, number>();
  for (let element = 0; element < node.length; element++) {
    const { localName } = node[element] as LightElement;
    const list = parent[element] as number;
    if (localName === 'dt') lastTerm.set(list, element);
    if (localName !== 'dd') continue;
    const term = lastTerm.get(list);
    lastTerm.delete(list);
    if (term === undefined || sizeOf(elements, term) === 0) continue;
    if (kept.subarray(first[term], end[term]).includes(0) || kept.subarray(first[element], end[element]).includes(1))
      continue;
    for (let index = first[element] as number; index < (end[element] as number); index++) {
      const { linkShare, buttonShare } = blocks[index] as TextBlock;
      if (linkShare <= 0.5 && buttonShare < 0.5 && (scores[index] as number) >= LEAST_OF_LABEL) kept[index] = 1;
    }
  }
}

function sizeOf({ first, end }: BlockElements, element: number): number {
  return (end[element] as number) - (first[element] as number);
}
