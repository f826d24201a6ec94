import type { PageView } from '../page-view';
import { log } from './feature-group';
import { endsSentence } from './text-features';

/** More than a page has, and small enough for three of them to make one whole number. */
const NAMES = 200_000;

/** Blocks whose innermost three elements are called the same. */
export interface Peers {
  count: number;
  chars: number;
  logChars: number;
  logChars2: number;
  linked: number;
  textMean: number;
  sentences: number;
  dates: number;
  unique: number;
  first: number;
  last: number;
}

export function findPeers({
  blocks,
  elements,
  names,
  copies,
  texts,
  dates,
}: PageView): { group: Peers; place: number }[] {
  const nameOf = (element: number): number => names.whole[element] ?? 0;
  const groups = new Map<number, Peers>();
  return blocks.map(({ element, text, chars, linkShare }, index) => {
    const parent = elements.parent[element] as number;
    const grandparent = parent === -1 ? -1 : (elements.parent[parent] as number);
    const key = (nameOf(element) * NAMES + nameOf(parent)) * NAMES + nameOf(grandparent);
    const group = groups.get(key) ?? startPeers(index);
    groups.set(key, group);
    const logChars = log(chars);
    group.chars += chars;
    group.logChars += logChars;
    group.logChars2 += logChars * logChars;
    group.linked += chars * linkShare;
    group.textMean += texts.mean[index] as number;
    group.sentences += Number(endsSentence(text));
    group.dates += dates[index] as number;
    group.unique += copies.isUnique[index] as number;
    group.last = index;
    return { group, place: group.count++ };
  });
}

function startPeers(first: number): Peers {
  return {
    count: 0,
    chars: 0,
    logChars: 0,
    logChars2: 0,
    linked: 0,
    textMean: 0,
    sentences: 0,
    dates: 0,
    unique: 0,
    first,
    last: first,
  };
}
