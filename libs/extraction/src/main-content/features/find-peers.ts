import type { PageView } from '../page-view';
import { endsSentence } from './text-features';

/** Above the number of names of a page; its cube is a safe integer. */
const NAMES = 200_000;

/** Blocks whose three innermost elements have the same names. */
export interface Peers {
  count: number;
  chars: number;
  /** Sums of the logarithms of their characters, and of their squares. */
  logChars: number;
  logChars2: number;
  textMean: number;
  sentences: number;
  dates: number;
  unique: number;
  first: number;
  last: number;
}

/** By block; peers share one object. */
export function findPeers({ blocks, elements, names, copies, texts, dates }: PageView): Peers[] {
  const nameOf = (element: number): number => names.whole[element] ?? 0;
  const groups = new Map<number, Peers>();
  return blocks.map(({ element, text, chars }, index) => {
    const parent = elements.parent[element] as number;
    const grandparent = parent === -1 ? -1 : (elements.parent[parent] as number);
    const key = (nameOf(element) * NAMES + nameOf(parent)) * NAMES + nameOf(grandparent);
    const group = groups.get(key) ?? startPeers(index);
    groups.set(key, group);
    const logChars = Math.log1p(chars);
    group.chars += chars;
    group.logChars += logChars;
    group.logChars2 += logChars * logChars;
    group.textMean += texts.mean[index] as number;
    group.sentences += Number(endsSentence(text));
    group.dates += dates[index] as number;
    group.unique += copies.isUnique[index] as number;
    group.last = index;
    group.count++;
    return group;
  });
}

function startPeers(first: number): Peers {
  return {
    count: 0,
    chars: 0,
    logChars: 0,
    logChars2: 0,
    textMean: 0,
    sentences: 0,
    dates: 0,
    unique: 0,
    first,
    last: first,
  };
}
