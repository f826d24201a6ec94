import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Blocks between the title and the text. */
const REACH = 15;
const LEAST_WORDS = 4;
const MOST_LINKED = 0.3;
/** Elements from the innermost outwards that may be called so. */
const LEVELS = 3;
/** Characters of the names that are looked at. */
const MAX_NAMES = 200;
const NAME =
  /(?:^|[\s_-])(?:abstract|dec?k|description|excerpt|hero-?copy|ingress|intro(?:duction)?|lead|lede|stand-?first|sub-?head(?:er|ing|line)?|sub-?title|summary|tag-?line)(?:$|[\s_-])/i;
/** Beside one of these words it is the text of something else. */
const NAME_OF_OTHER = /author|caption|cart|cookie|form|image|newsletter|product|promo|sign-?up|subscri/i;

/**
 * Below the title of an article stands what it is about in a sentence, often in its header beside names and dates, where the
 * scorer leaves it out: kept where its markup says what it is. `kept`, by block: 1 stays.
 */
export function keepStandfirst(page: PageView, kept: Uint8Array): void {
  const { blocks, dates, title } = page;
  if (kept[title] !== 1) return;
  const text = kept.indexOf(1, title + 1);
  if (text === -1 || text - title > REACH) return;
  for (let index = title + 1; index < text; index++) {
    const { words, linkShare, buttonShare, element } = blocks[index] as TextBlock;
    if (words < LEAST_WORDS || linkShare >= MOST_LINKED || buttonShare > 0 || dates[index] === 1) continue;
    if (isCalledStandfirst(page, element) && !isInForm(page, element)) kept[index] = 1;
  }
}

function isCalledStandfirst({ elements: { node, parent } }: PageView, element: number): boolean {
  for (let level = 0, outer = element; level < LEVELS && outer !== -1; level++, outer = parent[outer] as number) {
    const names = (node[outer] as LightElement).getAttribute('class')?.slice(0, MAX_NAMES);
    if (names !== undefined && NAME.test(names)) return !NAME_OF_OTHER.test(names);
  }
  return false;
}

function isInForm({ elements: { node, parent } }: PageView, element: number): boolean {
  for (let outer = element; outer !== -1; outer = parent[outer] as number)
    if (node[outer]?.localName === 'form') return true;
  return false;
}
