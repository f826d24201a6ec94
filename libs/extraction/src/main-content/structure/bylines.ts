import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode, previousElement } from '../../tree/walk';
import { isBlankText } from '../characters';
import { bytesOf, type PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';
import { CHANGED, OF_THE_MEMBER } from './forum-words';

/** Class names and properties of author names. */
const AUTHOR =
  /(?:^|[\s_-])(?:author|user-?name|nick-?name|poster|post-?author|message-name|hnuser|member-?name|creator|by-?line)(?:name)?(?:$|[\s_-])|[a-z](?:Author|UserName|Username)(?:[A-Z_]|\b)/i;
/** Addresses of member profiles. */
const PROFILE =
  /\/(?:u|user|users|members?|profiles?|people|account)(?:[/.]|\?)|(?:memberlist|member|profile)\.php|action=profile/i;
const AUTHOR_PROPERTY = /(?:^|\s)author(?:\s|$)/;
const DATE_BEFORE_CHANGE = /\d{4}|\d[:./-]\d|\bago\b/;
/** Size of a byline: an author, perhaps with a date. */
const MAX_WORDS = 12;
const MIN_CHARS = 2;
const MAX_CHARS = 80;
/** Maximum number of blocks above and below the kept text in which its first and last post may have their bylines. */
const REACH = 20;
/** Maximum number of blocks of an element with the author property up to the name. */
const MAX_PROPERTY_BLOCKS = 6;

/** Marks of a block: names an author, a date, an author with a profile, the author by the markup. */
export const AUTHOR_MARK = 1;
export const DATE_MARK = 2;
export const MEMBER_MARK = 4;
export const DECLARED_MARK = 8;

interface MarkedRange {
  from: number;
  to: number;
  marks: Uint8Array;
}

/** The last result for a page. Further rounds mostly have the same range. */
const lastMarked = new WeakMap<PageView, MarkedRange>();

/** By block: its marks. Only blocks near the kept ones have any, because menus name members, too. */
export function markBylines(page: PageView, kept: Uint8Array): Uint8Array {
  const from = kept.indexOf(1) - REACH;
  const to = kept.lastIndexOf(1) + REACH;
  const last = lastMarked.get(page);
  if (last?.from === from && last.to === to) return last.marks;
  const authors = new AuthorNames();
  const marks = bytesOf(page.blocks, (block, index) =>
    index >= from && index <= to && hasSizeOfByline(block) ? marksOf(page, index, authors) : 0,
  );
  markDeclared(page.elements, marks);
  lastMarked.set(page, { from, to, marks });
  return marks;
}

function hasSizeOfByline({ words, text }: TextBlock): boolean {
  return words > 0 && words <= MAX_WORDS && text.length >= MIN_CHARS && text.length <= MAX_CHARS;
}

function marksOf({ blocks, elements, dates, tags }: PageView, index: number, authors: AuthorNames): number {
  const { node, parent, first, end } = elements;
  const { text, element, nodes } = blocks[index] as TextBlock;
  const box = node[element] as LightElement;
  const outer = parent[element] as number;
  const isMostOfOuter = outer !== -1 && (end[outer] as number) - (first[outer] as number) <= 2;
  let isMember = false;
  let isAuthor =
    (tags[index] === 'dt' && isMemberTerm(box)) ||
    authors.has(box) ||
    (isMostOfOuter && authors.has(node[outer] as LightElement));
  // In lists of a member's fields, dates are those of the registration.
  const mayBeDate = tags[index] !== 'dd';
  let isDate = dates[index] === 1 && mayBeDate;
  for (const { data, parentNode } of nodes) {
    if (isAuthor && isDate && isMember) break;
    if (isBlankText(data)) continue;
    for (let around = parentNode; around !== null && around !== box; around = around.parentNode) {
      isMember ||= around.localName === 'a' && PROFILE.test(around.getAttribute('href') ?? '');
      isAuthor ||= isMember || authors.has(around);
      isDate ||= around.localName === 'time' && mayBeDate;
    }
  }
  if ((!isAuthor && !isDate) || OF_THE_MEMBER.test(text) || isChangeNotice(text)) return 0;
  return (isAuthor ? AUTHOR_MARK : 0) | (isDate ? DATE_MARK : 0) | (isMember ? MEMBER_MARK : 0);
}

/** Marks the first name in each element with the author property. The element may contain a date and statistics as well. */
function markDeclared({ node, first, end }: BlockElements, marks: Uint8Array): void {
  node.forEach((one, element) => {
    if (!AUTHOR_PROPERTY.test(one.getAttribute('itemprop') ?? '')) return;
    const start = first[element] as number;
    const stop = Math.min(end[element] as number, start + MAX_PROPERTY_BLOCKS);
    const name = marks.subarray(start, stop).findIndex((mark) => (mark & AUTHOR_MARK) !== 0);
    if (name !== -1) marks[start + name] = (marks[start + name] as number) | DECLARED_MARK;
  });
}

/** Whether a `dt` is the name of a member: the first term of a list of the member's fields. */
function isMemberTerm(term: LightElement): boolean {
  if (previousElement(term) !== null) return false;
  for (let field = term.nextSibling; field !== null; field = field.nextSibling) {
    if (field.nodeType === 3) continue;
    if (field.localName !== 'dd') return false;
    if (OF_THE_MEMBER.test(startOf(field))) return true;
  }
  return false;
}

/** The start of a field's text. Fields may contain lists. */
function startOf(field: LightElement): string {
  let text = '';
  for (let node: LightNode | null = field; node !== null && text.length < MAX_CHARS; node = nextNode(node, field)) {
    if (node.nodeType === 3) text += node.data.slice(0, MAX_CHARS);
  }
  return text;
}

/** Whether the text says that a post was edited. A date before that is the date of the post. */
function isChangeNotice(text: string): boolean {
  const at = text.search(CHANGED);
  return at !== -1 && !DATE_BEFORE_CHANGE.test(text.slice(0, at));
}

/** Whether the class, `itemprop` or `rel` of an element names an author. Remembers the answers, as classes repeat. */
class AuthorNames {
  private readonly known = new Map<string, boolean>();

  has(element: LightElement): boolean {
    return ['class', 'itemprop', 'rel'].some((name) => this.test(element.getAttribute(name)));
  }

  private test(names: string | null): boolean {
    if (names === null) return false;
    const known = this.known.get(names) ?? AUTHOR.test(names);
    this.known.set(names, known);
    return known;
  }
}
