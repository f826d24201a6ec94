import type { LightElement } from '../../tree/light-node';
import { isCalledArticle } from '../page-hints';
import { isRunningText, type PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { blocksCalled } from './blocks-called';
import { isArticle, surestText } from './surest-text';

const COMMENTS =
  /(?:^|\s)(?:(?:post|article|entry|blog|user|reader|js|wp-block|section|module|block)[-_]{0,2})?(?:comments?|commentaires?|commenti|com[eu]ntarios|comentários|kommentar(?:e|er)?|komentarze?|komentáře|dyskusja|disku[sz]e|yorumlar|pinglun)(?:[-_]{0,2}(?:list|area|section|wrap(?:per)?|container|threads?|block|content|body|text|box|tree|top|item|feed|form|forum|respond))?(?:\s|$)/i;
/** Headings above comments, by language; a line each. How many there are, and the article's title, may stand beside. */
const HEADINGS = [
  '(?:user |reader )?comments?|thoughts?|replies',
  '(?:leser|nutzer)?kommentare?|lesermeinungen|gedanken?',
  '(?:vos |les )?commentaires?|réflexions?',
  '(?:los )?comentarios',
  'commenti(?: dei lettori)?',
  '(?:os )?comentários',
  'reacties',
  '(?:wasze |twoje )?(?:komentarze|opinie)|dyskusja',
  'komentáře|disku[sz]e',
  'kommentarer|kommentit',
  'yorumlar',
  'komentar|bình luận',
  '(?:ваши )?комментари(?:и|й|я|ев)(?: читателей| к \\p{L}+)?|обсуждение|коментарі',
  'σχόλια',
  '(?:网友|網友|最新|全部|热门)?(?:评论|評論)(?:列表)?|コメント|댓글|(?:ال)?تعليقات',
];
const HEADING = new RegExp(
  `^(?<before>\\d{1,5}\\s)?(?:${HEADINGS.join('|')})(?<behind>\\s?[(（\\[]\\d{1,5}[)）\\]])?(?:(?:\\s?[:：–-]|\\s(?:auf|do|em|en|k|к|on|op|sobre|su|sur|till?|to|zu)\\s).{0,80})?$`,
  'iu',
);
const HEADING_WORDS = 12;
/** Without how many there are, so many are dated, each in a line of its own: a page may have a section about comments. */
const LEAST_DATED = 2;
const DATE_WORDS = 25;
const THREAD = /"(?:DiscussionForumPosting|QAPage)"/;
const FORUM = /forum|thread|topic|discuss|question|answer|communit|\/(?:ask|comments?|s)\//i;
const ASKS = /[?？؟]/;
/** Of these, the name says what stands in a column. */
const CELLS = new Set(['td', 'th', 'col']);
/** Words that an article has beside its comments; one that does not say so, or asks something, has more. */
const ARTICLE_WORDS = 50;
const TEXT_WORDS = 400;
/** Share of the article that stands above the comments. */
const MOST_ABOVE = 0.6;
/** Probability, as the mean over words. Of what is called comments and is surely content, the name says something else. */
const SURE = 0.8;

/** Takes out the comments below an article, by the names in the markup and by their heading. `kept`, by block: 1 stays. */
export function dropComments(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { hints } = page;
  if (isThread(page)) return;
  const named = commentsNamed(page);
  dropBelow(
    page,
    scores,
    kept,
    named,
    (article) => article.words >= TEXT_WORDS || (isCalledArticle(hints) && !article.asks),
  );
  dropBelow(page, scores, kept, belowHeadings(page, kept), (article) => isDated(page, scores, article));
}

/** Whether the data of the page or its address say so. */
export function isThread({ hints }: PageView): boolean {
  return hints.structured.some((text) => THREAD.test(text)) || FORUM.test(hints.canonical);
}

/** By block: 1 is in what the markup calls comments, kept or not. */
export function commentsNamed(page: PageView): Uint8Array {
  const { blocks, elements } = page;
  const isBox = (element: number) => !CELLS.has((elements.node[element] as LightElement).localName);
  return blocksCalled(page, new Uint8Array(blocks.length).fill(1), 'm', COMMENTS, isBox);
}

/** The running text that is kept beside the comments. */
interface Article {
  words: number;
  /** Whether it asks something: short, it is a question, and the comments are the answers. */
  asks: boolean;
  /** By block. */
  kept: Uint8Array;
}

function isDated(page: PageView, scores: Float32Array, { words, asks, kept }: Article): boolean {
  const text = surestText(page.blocks, scores, kept);
  return text !== undefined && isArticle(page, text) && (words >= TEXT_WORDS || !asks);
}

/** Takes out what is inside, unless the scorer is sure of it or there is no such article above it. */
function dropBelow(
  { blocks }: PageView,
  scores: Float32Array,
  kept: Uint8Array,
  inside: Uint8Array,
  isIt: (article: Article) => boolean,
): void {
  const start = inside.findIndex((is, index) => is === 1 && kept[index] === 1);
  if (start === -1) return;
  const article: Article = { words: 0, asks: false, kept: kept.map((is, index) => (inside[index] === 1 ? 0 : is)) };
  let above = 0;
  let words = 0;
  let probable = 0;
  blocks.forEach((block, index) => {
    if (kept[index] === 0) return;
    if (inside[index] === 0) {
      if (!isRunningText(block)) return;
      article.words += block.words;
      article.asks ||= ASKS.test(block.text);
      if (index < start) above += block.words;
      return;
    }
    words += block.words;
    probable += block.words * (scores[index] as number);
  });
  if (article.words < ARTICLE_WORDS || above < MOST_ABOVE * article.words || probable >= SURE * words) return;
  if (!isIt(article)) return;
  inside.forEach((is, index) => {
    if (is === 1) kept[index] = 0;
  });
}

/** What stands below a heading that says so, in the element that it begins or up to the next heading of its level. */
function belowHeadings({ blocks, dates, elements, headings, tags, title }: PageView, kept: Uint8Array): Uint8Array {
  const inside = new Uint8Array(blocks.length);
  const { first, end, parent } = elements;
  blocks.forEach((heading, index) => {
    const level = headings[index] as number;
    if (level === 0 || index <= title || inside[index] === 1 || heading.words > HEADING_WORDS) return;
    const found = HEADING.exec(heading.text);
    if (found === null) return;
    let around = heading.element;
    while (around !== -1 && (end[around] as number) < index + 2) around = parent[around] as number;
    const isSection = around !== -1 && first[around] === index;
    const last = around === -1 ? blocks.length : (end[around] as number);
    let stop = index + 1;
    while (stop < last && (isSection || headings[stop] === 0 || (headings[stop] as number) > level)) stop++;
    let dated = 0;
    for (let at = index + 1; at < stop; at++)
      if (dates[at] === 1 && !CELLS.has(tags[at] as string) && (blocks[at] as TextBlock).words < DATE_WORDS) dated++;
    const { before, behind } = found.groups ?? {};
    const isCounted = before !== undefined || behind !== undefined;
    if ((isCounted || dated >= LEAST_DATED) && kept.subarray(index + 1, stop).includes(1)) inside.fill(1, index, stop);
  });
  return inside;
}
