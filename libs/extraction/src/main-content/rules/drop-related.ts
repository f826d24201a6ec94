import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { isArticle, surestText } from './surest-text';

const RELATED =
  /(?:^|[\s_-])(?:related|similar|recommend(?:ed|ations?)|(?:most[-_]?)?(?:popular|read|viewed)|trending|latest|recent|teasers?|(?:see|read)[-_]?also|(?:more|top|last|hot)[-_]?(?:news|articles|stories|posts))(?:$|[\s_-])/i;
const SIDEBAR = /(?:^|[\s_-])sidebar(?:$|[\s_-])/i;
/** Of these, the name says something about the page. */
const WHOLE = new Set('article body html main'.split(' '));
/** Probability of the surest text, as the mean over its words, and the share of it that is too much for a teaser. */
const SURE = 0.6;
const LESS_SURE = 0.6;
/** Share of what is kept, on a page that may be a listing: there the latest posts are what it is about. */
const MOST = 0.5;

/**
 * Takes out what the markup itself calls related, popular or the like, where it is less probable than the text before it:
 * teasers read like content, and a scorer that does not know their language cannot tell.
 * `kept`, by block: 1 stays. `sells`: it is the page of a product, whose price stands in what is called a sidebar.
 */
export function dropRelated(page: PageView, scores: Float32Array, kept: Uint8Array, sells: boolean): void {
  const { blocks } = page;
  const boxes = relatedBoxes(page, kept, sells);
  if (boxes.length === 0) return;
  const beside = kept.slice();
  for (const { first, end } of boxes) beside.fill(0, first, end);
  const text = surestText(blocks, scores, beside);
  if (text === undefined || text.probability < SURE) return;
  const most = isArticle(page, text) ? 1 : MOST;
  const all = wordsOf(blocks, kept, 0, blocks.length);
  for (const { first, end } of boxes) {
    const words = wordsOf(blocks, kept, first, end);
    if (end <= text.first || words > most * all || (page.title >= first && page.title < end)) continue;
    let probable = 0;
    for (let index = first; index < end; index++)
      if (kept[index] === 1) probable += (blocks[index] as TextBlock).words * (scores[index] as number);
    if (probable <= LESS_SURE * text.probability * words) kept.fill(0, first, end);
  }
}

/** The outermost elements of such names, with something kept in them: from block to block. */
function relatedBoxes(
  { elements, names }: PageView,
  kept: Uint8Array,
  sells: boolean,
): { first: number; end: number }[] {
  const { node, first, end } = elements;
  const boxes: { first: number; end: number }[] = [];
  /** By number of all classes: 0 not looked at yet, 1 something else, 2 called so. */
  const looked = new Uint8Array(names.most + 1);
  const isCalled = (name = ''): boolean => RELATED.test(name) || (!sells && SIDEBAR.test(name));
  let behind = 0;
  for (let element = 0; element < node.length; element++) {
    const from = first[element] as number;
    const stop = end[element] as number;
    if (from < behind || stop === from) continue;
    const { localName, attributes } = node[element] as LightElement;
    const whole = names.whole[element] as number;
    if (looked[whole] === 0) looked[whole] = isCalled(attributes.class) ? 2 : 1;
    if ((looked[whole] !== 2 && !isCalled(attributes.id)) || WHOLE.has(localName)) continue;
    if (kept.subarray(from, stop).includes(1)) boxes.push({ first: from, end: stop });
    behind = stop;
  }
  return boxes;
}

function wordsOf(blocks: readonly TextBlock[], kept: Uint8Array, first: number, end: number): number {
  let words = 0;
  for (let index = first; index < end; index++) words += (blocks[index] as TextBlock).words * (kept[index] as number);
  return words;
}
