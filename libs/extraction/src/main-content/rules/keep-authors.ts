import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode, previousElement } from '../../tree/walk';
import { isBlankText } from '../characters';
import { bytesOf, type PageView, sumsOf, sumWithin } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { CHANGED, OF_THE_MEMBER } from './forum-words';
import { moveAuthorUp, type PostLines } from './move-author-up';

const AUTHOR =
  /(?:^|[\s_-])(?:author|user-?name|nick-?name|poster|post-?author|message-name|hnuser|member-?name|creator|by-?line)(?:name)?(?:$|[\s_-])|[a-z](?:Author|UserName|Username)(?:[A-Z_]|\b)/i;
const PROFILE =
  /\/(?:u|user|users|members?|profiles?|people|account)(?:[/.]|\?)|(?:memberlist|member|profile)\.php|action=profile/i;
const DATE_BEFORE = /\d{4}|\d[:./-]\d|\bago\b/;
/** Words and characters of a line that names the author, and the date perhaps. */
const MOST_WORDS = 12;
const LEAST_CHARS = 2;
const MOST_CHARS = 80;
/** Posts on a page, share of them that has an author and a date, and blocks and words of one. */
const POSTS = 2;
const MOST_POSTS = 0.6;
/** Share of the elements of one name, some of which say nothing that is kept. */
const MOST_NAMED = 0.3;
const POST_BLOCKS = 2;
const POST_WORDS = 1;
/** Blocks before the content and behind it in which its first or last post may name its author. */
const BEYOND = 20;

/** What a block names: an author, one with a profile here, one whom the markup calls the author; a date. */
const BY = 1;
const AT = 2;
const MEMBER = 4;
const DECLARED = 8;
const DECLARES = /(?:^|\s)author(?:\s|$)/;
/** Blocks. */
const DECLARED_BLOCKS = 6;
/** As schema.org calls posts. A page may have one alone. */
const POSTING = /schema\.org\/(?:Answer|Comment|DiscussionForumPosting|Question|SocialMediaPosting)$/i;

interface Post extends PostLines {
  /** A teaser: its heading leads to what it is about. */
  hasLinkedHeading: boolean;
}

/**
 * Each post of a thread begins with its author and date, as the page has them, in blocks of their own. Posts are
 * elements of one name that are kept, most of which have both, or an author with a profile. `kept`, by block: 1 stays.
 * Returns whether there is a thread.
 */
export function keepAuthors(page: PageView, kept: Uint8Array): boolean {
  const marks = markLines(page, kept);
  if (count(marks, BY) === 0 || count(marks, AT | MEMBER) === 0) return false;
  let isThread = false;
  const before = kept.slice();
  const authors = sumsOf(marks, (mark) => mark & BY);
  for (const { members, least } of findGroups(page)) {
    // Most names on a page are those of boxes without any author.
    const named = members.filter((element) => sumWithin(authors, page.elements, element) > 0).length;
    if (named < Math.max(least, MOST_NAMED * members.length)) continue;
    const posts = readPosts(page, members, marks, before);
    const isMost = (test: (post: Post) => boolean): boolean => posts.filter(test).length >= MOST_POSTS * posts.length;
    if (posts.length < least || !isMost(({ author }) => author !== -1)) continue;
    const isMember = ({ author }: Post): boolean => author !== -1 && ((marks[author] as number) & MEMBER) !== 0;
    if (!isMost(({ date }) => date !== -1) && !isMost(isMember)) continue;
    if (!isMost(({ hasLinkedHeading }) => !hasLinkedHeading)) continue;
    isThread = true;
    for (const post of posts) {
      for (const line of [post.author, post.date]) if (line !== -1) kept[line] = 1;
      moveAuthorUp(page, post, kept);
    }
  }
  return isThread;
}

function count(marks: Uint8Array, mark: number): number {
  let found = 0;
  for (let index = 0; index < marks.length; index++) if (((marks[index] as number) & mark) !== 0) found++;
  return found;
}

/** By block: whether it names an author, a date. Menus stand before the content and behind it. */
function markLines({ blocks, elements, dates, tags }: PageView, kept: Uint8Array): Uint8Array {
  const from = kept.indexOf(1) - BEYOND;
  const to = kept.lastIndexOf(1) + BEYOND;
  const { node, parent, first, end } = elements;
  const authors = new AuthorNames();
  const marks = bytesOf(blocks, ({ words, text, element, nodes }, index) => {
    if (
      index < from ||
      index > to ||
      words === 0 ||
      words > MOST_WORDS ||
      text.length < LEAST_CHARS ||
      text.length > MOST_CHARS
    )
      return 0;
    const box = node[element] as LightElement;
    const outer = parent[element] as number;
    const isAll = outer !== -1 && (end[outer] as number) - (first[outer] as number) <= 2;
    let isMember = false;
    let isBy =
      (tags[index] === 'dt' && isMemberTerm(box)) ||
      authors.has(box) ||
      (isAll && authors.has(node[outer] as LightElement));
    // Members say in lists of fields when they came.
    let isAt = dates[index] === 1 && tags[index] !== 'dd';
    for (const { data, parentNode } of nodes) {
      if (isBy && isAt && isMember) break;
      if (isBlankText(data)) continue;
      for (let around = parentNode; around !== null && around !== box; around = around.parentNode) {
        isMember ||= around.localName === 'a' && PROFILE.test(around.getAttribute('href') ?? '');
        isBy ||= isMember || authors.has(around);
        isAt ||= around.localName === 'time' && tags[index] !== 'dd';
      }
    }
    if ((!isBy && !isAt) || OF_THE_MEMBER.test(text) || isChange(text)) return 0;
    return (isBy ? BY : 0) | (isAt ? AT : 0) | (isMember ? MEMBER : 0);
  });
  markDeclared(elements, marks);
  return marks;
}

/** The first name in an element that is the author, which may hold a date and what he has earned as well. */
function markDeclared({ node, first, end }: BlockElements, marks: Uint8Array): void {
  node.forEach((one, element) => {
    const property = one.getAttribute('itemprop');
    if (property === null || !DECLARES.test(property)) return;
    const stop = Math.min(end[element] as number, (first[element] as number) + DECLARED_BLOCKS);
    for (let index = first[element] as number; index < stop; index++) {
      if (((marks[index] as number) & BY) === 0) continue;
      marks[index] = (marks[index] as number) | DECLARED;
      return;
    }
  });
}

/** As much of its text as a field may have, which can hold lists itself. */
function startOf(field: LightElement): string {
  let text = '';
  for (let node: LightNode | null = field; node !== null && text.length < MOST_CHARS; node = nextNode(node, field)) {
    if (node.nodeType === 3) text += node.data.slice(0, MOST_CHARS);
  }
  return text;
}

/** What forums without profiles for guests begin the list of a member's fields with. */
function isMemberTerm(term: LightElement): boolean {
  if (previousElement(term) !== null) return false;
  for (let field = term.nextSibling; field !== null; field = field.nextSibling) {
    if (field.nodeType === 3) continue;
    if (field.localName !== 'dd') return false;
    if (OF_THE_MEMBER.test(startOf(field))) return true;
  }
  return false;
}

function isChange(text: string): boolean {
  const at = text.search(CHANGED);
  return at !== -1 && !DATE_BEFORE.test(text.slice(0, at));
}

/** Whether the classes of an element, or what it says of itself, name an author. Classes repeat on a page. */
class AuthorNames {
  private readonly known = new Map<string, boolean>();

  has(element: LightElement): boolean {
    if (this.test(element.getAttribute('class')) || this.test(element.getAttribute('itemprop'))) return true;
    return this.test(element.getAttribute('rel'));
  }

  private test(names: string | null): boolean {
    if (names === null) return false;
    let is = this.known.get(names);
    if (is === undefined) {
      is = AUTHOR.test(names);
      this.known.set(names, is);
    }
    return is;
  }
}

/** Elements that may be the posts of a thread, in the order of the page, and how many there must be. */
function findGroups({ elements, names }: PageView): { members: number[]; least: number }[] {
  const { node, first, end } = elements;
  const named = new Map<number, number[]>();
  const declared: number[] = [];
  node.forEach((one, element) => {
    if ((end[element] as number) - (first[element] as number) < POST_BLOCKS) return;
    if (POSTING.test(one.getAttribute('itemtype') ?? '')) declared.push(element);
    if (one.getAttribute('class') === null) return;
    const name = names.first[element] as number;
    const group = named.get(name);
    if (group === undefined) named.set(name, [element]);
    else group.push(element);
  });
  const groups = [...named.values()].filter(({ length }) => length >= POSTS);
  return [{ members: declared, least: 1 }, ...groups.map((members) => ({ members, least: POSTS }))];
}

/** Those of `members` that say something. A post that holds its answers ends where the first of them begins. */
function readPosts(page: PageView, members: readonly number[], marks: Uint8Array, kept: Uint8Array): Post[] {
  const { first, end } = page.elements;
  const posts: Post[] = [];
  members.forEach((element, at) => {
    const next = members[at + 1];
    const stop = Math.min(
      end[element] as number,
      next === undefined ? Number.POSITIVE_INFINITY : (first[next] as number),
    );
    const post: Post = { element, author: -1, date: -1, text: -1, hasLinkedHeading: false };
    let words = 0;
    for (let index = first[element] as number; index < stop; index++) {
      const block = page.blocks[index] as TextBlock;
      const mark = marks[index] as number;
      if ((mark & BY) !== 0 && (post.author === -1 || isBetter(mark, marks[post.author] as number)))
        post.author = index;
      if (post.date === -1 && (mark & AT) !== 0) post.date = index;
      if (page.headings[index] !== 0 && (mark & BY) === 0 && leadsAway(block)) post.hasLinkedHeading = true;
      if (mark !== 0 || kept[index] === 0 || block.linkShare >= 0.5) continue;
      words += block.words;
      if (post.text === -1) post.text = index;
    }
    if (words >= POST_WORDS) posts.push(post);
  });
  return posts;
}

function isBetter(mark: number, than: number): boolean {
  return (mark & DECLARED) > (than & DECLARED);
}

/** Threads link the heading of a post to the post. */
function leadsAway({ linkShare, nodes }: TextBlock): boolean {
  if (linkShare <= 0.5) return false;
  for (const { parentNode } of nodes) {
    for (let around = parentNode; around !== null; around = around.parentNode) {
      if (around.localName === 'a') return !around.getAttribute('href')?.includes('#');
    }
  }
  return true;
}
