import { type PageView, sumsOf, sumWithin } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { AUTHOR_MARK, DATE_MARK, DECLARED_MARK, MEMBER_MARK, markBylines } from './bylines';
import { isLink } from './ranges';

/** Minimum number of posts of a thread, and minimum share of them with a byline. */
const MIN_POSTS = 2;
const MIN_SHARE = 0.6;
/** Minimum share of the elements of a class that contain an author. The others may be empty. */
const MIN_NAMED = 0.3;
const MIN_POST_BLOCKS = 2;
/** Types of posts in microdata. A page may have a single one. */
const POSTING = /schema\.org\/(?:Answer|Comment|DiscussionForumPosting|Question|SocialMediaPosting)$/i;

/** Keeps the author and the date of each kept post of a thread. */
export function keepAuthors(page: PageView, kept: Uint8Array): void {
  const marks = markBylines(page, kept);
  const chosen = kept.slice();
  const hasMark = (mark: number): boolean => marks.some((own) => (own & mark) !== 0);
  if (!hasMark(AUTHOR_MARK) || !hasMark(DATE_MARK | MEMBER_MARK)) return;
  for (const candidates of findCandidates(page, marks)) {
    const posts = readPosts(page, chosen, marks, candidates.elements);
    if (posts.length < candidates.minPosts || !isThread(posts, marks)) continue;
    for (const { author, date } of posts) {
      if (author !== -1) kept[author] = 1;
      if (date !== -1) kept[date] = 1;
    }
  }
}

/** Elements of one kind in document order. */
interface Candidates {
  elements: readonly number[];
  minPosts: number;
}

/** Elements with the type of a post in microdata, and the elements of each class with enough authors. */
function findCandidates({ elements, names }: PageView, marks: Uint8Array): Candidates[] {
  const byClass = new Map<number, number[]>();
  const declared: number[] = [];
  elements.node.forEach((node, element) => {
    if ((elements.end[element] as number) - (elements.first[element] as number) < MIN_POST_BLOCKS) return;
    if (POSTING.test(node.getAttribute('itemtype') ?? '')) declared.push(element);
    if (node.getAttribute('class') === null) return;
    const name = names.first[element] as number;
    const group = byClass.get(name);
    if (group === undefined) byClass.set(name, [element]);
    else group.push(element);
  });
  const authors = sumsOf(marks, (mark) => mark & AUTHOR_MARK);
  const isNamed = (element: number): boolean => sumWithin(authors, elements, element) > 0;
  const groups = [...byClass.values()].map((group) => ({ elements: group, minPosts: MIN_POSTS }));
  return [{ elements: declared, minPosts: 1 }, ...groups].filter(
    ({ elements: group, minPosts }) => group.filter(isNamed).length >= Math.max(minPosts, MIN_NAMED * group.length),
  );
}

/** The blocks with the author and the date of a post, -1 without. */
interface Post {
  author: number;
  date: number;
  /** Its heading links to another page, as that of a teaser does. */
  isTeaser: boolean;
}

/** The elements with kept text. A post that contains its replies ends where the first of them begins. */
function readPosts(page: PageView, kept: Uint8Array, marks: Uint8Array, elements: readonly number[]): Post[] {
  const { first, end } = page.elements;
  return elements.flatMap((element, at) => {
    const next = elements[at + 1];
    const start = first[element] as number;
    const stop = Math.min(
      end[element] as number,
      next === undefined ? Number.POSITIVE_INFINITY : (first[next] as number),
    );
    const post = readPost(page, kept, marks, start, stop);
    return post === undefined ? [] : [post];
  });
}

function readPost(page: PageView, kept: Uint8Array, marks: Uint8Array, start: number, end: number): Post | undefined {
  const post: Post = { author: -1, date: -1, isTeaser: false };
  let words = 0;
  for (let index = start; index < end; index++) {
    const block = page.blocks[index] as TextBlock;
    const mark = marks[index] as number;
    if ((mark & AUTHOR_MARK) !== 0 && (post.author === -1 || isDeclaredOnly(mark, marks[post.author] as number)))
      post.author = index;
    if (post.date === -1 && (mark & DATE_MARK) !== 0) post.date = index;
    if (page.headings[index] !== 0 && (mark & AUTHOR_MARK) === 0 && linksAway(block)) post.isTeaser = true;
    if (mark === 0 && kept[index] === 1 && !isLink(block)) words += block.words;
  }
  return words > 0 ? post : undefined;
}

/** Other members edit a post or are quoted in it, so the name with the author property wins. */
function isDeclaredOnly(mark: number, than: number): boolean {
  return (mark & DECLARED_MARK) > (than & DECLARED_MARK);
}

/** Most have an author, most of these a date or a profile, and few are teasers. */
function isThread(posts: readonly Post[], marks: Uint8Array): boolean {
  const isMost = (test: (post: Post) => boolean): boolean => posts.filter(test).length >= MIN_SHARE * posts.length;
  const isMember = ({ author }: Post): boolean => author !== -1 && ((marks[author] as number) & MEMBER_MARK) !== 0;
  return (
    isMost(({ author }) => author !== -1) &&
    (isMost(({ date }) => date !== -1) || isMost(isMember)) &&
    isMost(({ isTeaser }) => !isTeaser)
  );
}

/** Whether a heading links to something other than a fragment. Threads link the heading of a post to the post. */
function linksAway({ linkShare, nodes }: TextBlock): boolean {
  if (linkShare <= 0.5) return false;
  for (const { parentNode } of nodes) {
    for (let around = parentNode; around !== null; around = around.parentNode) {
      if (around.localName === 'a') return !around.getAttribute('href')?.includes('#');
    }
  }
  return true;
}
