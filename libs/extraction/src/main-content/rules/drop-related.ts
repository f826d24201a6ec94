import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { blocksCalled } from './blocks-called';
import { isNamedByHeading } from './named-by-heading';
import { isArticle, type SurestText, surestText } from './surest-text';

/** Not of what a page may be about, `recommended-dose`; nor `see-also`, which manuals call a section of theirs, nor `teaser`, which is any card, and the lead of a text. */
const NAMES =
  'related|recommendations?|(?:similar|recommended|popular|trending|latest|recent)(?![-_]{1,2}(?:app|change|course|destination|dish|dos|project|release|require|setting|update|version|work))|most[-_]?(?:popular|read|viewed)|read[-_]?also|(?:more|top|last|hot)[-_]?(?:news|articles|stories|posts)';
const RELATED = new RegExp(`(?:^|[\\s_-])(?:${NAMES})(?:$|[\\s_-])`, 'i');
/** Not `has-sidebar` and `sidebar-enabled`, which tell of what stands beside them. */
const SIDEBAR =
  '(?<!(?:has|no|with|without)[-_]{1,2})sidebar(?![-_]{1,2}(?:closed|disabled|enabled|false|none|off|on|open|true))';
const RELATED_OR_SIDEBAR = new RegExp(`(?:^|[\\s_-])(?:${NAMES}|${SIDEBAR})(?:$|[\\s_-])`, 'i');
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
  if (!isSure(surestText(blocks, scores, kept))) return;
  const boxes = relatedBoxes(page, kept, sells);
  if (boxes.length === 0) return;
  const beside = kept.slice();
  for (const { first, end } of boxes) beside.fill(0, first, end);
  const text = surestText(blocks, scores, beside);
  if (!isSure(text)) return;
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

function isSure(text: SurestText | undefined): text is SurestText {
  return text !== undefined && text.probability >= SURE;
}

/** The outermost elements of such names around something kept: from block to block. */
function relatedBoxes(page: PageView, kept: Uint8Array, sells: boolean): { first: number; end: number }[] {
  const { first, end, node } = page.elements;
  const pattern = sells ? RELATED : RELATED_OR_SIDEBAR;
  const boxes: { first: number; end: number }[] = [];
  blocksCalled(page, kept, '', pattern, (element) => {
    const isCalledById = !pattern.test(node[element]?.getAttribute('class') ?? '');
    if (isCalledById && isNamedByHeading(page, element)) return false;
    boxes.push({ first: first[element] as number, end: end[element] as number });
    return true;
  });
  return boxes;
}

function wordsOf(blocks: readonly TextBlock[], kept: Uint8Array, first: number, end: number): number {
  let words = 0;
  for (let index = first; index < end; index++) words += (blocks[index] as TextBlock).words * (kept[index] as number);
  return words;
}
