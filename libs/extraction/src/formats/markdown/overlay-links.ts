import { MAX_URL_LENGTH } from '../../page/base-url';
import type { LightElement, LightNode } from '../../tree/light-node';
import { nextAfter, nextNode } from '../../tree/walk';
import { isIconAtMost, UNSEEN } from './icon-at-most';

/** Nodes behind a link that are looked at: a card has some thirty up to its title. Icons count as one. */
const MAX_AHEAD = 60;
/** Elements that a link is in, within its card. */
const MAX_LEVELS = 4;
/** Nodes of a link, and characters of a title and of a label. */
const MAX_NODES = 20;
const MAX_TITLE = 300;
const MAX_LABEL = 600;
/** Where a card ends at the latest. */
const CARDS = new Set('ARTICLE FOOTER HEADER LI NAV SECTION TR'.split(' '));
/** The first page of a site. A logo that leads there is called by the name of the site, and a link by `Home`. */
const FIRST_PAGE = /^(?:(?:https?:)?\/\/[^/]*)?\/?(?:index\.\w{3,5})?$/i;
/** What only says that something opens, and what: `Link to the product page`. */
const FOR_OPENING = new Set(
  (
    'a about an article card click continue detail details discover explore for full go here image item items learn link ' +
    'more now of on open page permalink photo picture post product read reading see show story the thumbnail this to view visit'
  ).split(' '),
);

/**
 * Whether a link without a text of its own, which a label names, lies over a card whose title leads to the same place:
 * `<a href=/tt1?ref=i aria-label="View Scream 7"></a><h3><a href=/tt1?ref=t>Scream 7</a></h3>`. Addresses that differ in
 * their query are the same where the label ends with the title; elsewhere the query may say which colour is shown. A label
 * that says something else stays: `Rated 4.5 of 5`, `Sold out until May`.
 * `pageUrl`: as `dropOwnLinks` takes it. What leads there is for scripts.
 */
export function isOverlayOfCard(link: LightElement, pageUrl: string): boolean {
  const labels = [link.getAttribute('aria-label'), link.getAttribute('title')]
    .map((label) => label?.trim().toLowerCase() ?? '')
    .filter((label) => label !== '');
  if (labels.length === 0 || labels.some((label) => label.length > MAX_LABEL)) return false;
  const href = link.getAttribute('href')?.trim();
  if (!href || href.startsWith('#') || href.startsWith(`${pageUrl}#`) || !isIconAtMost(link)) return false;
  const place = withoutQuery(href);
  if (href.length > MAX_URL_LENGTH || FIRST_PAGE.test(place)) return false;
  for (const other of linksAhead(link)) {
    const otherHref = other.getAttribute('href')?.trim();
    if (!otherHref || otherHref.length > MAX_URL_LENGTH || withoutQuery(otherHref) !== place) continue;
    const title = titleOf(other).toLowerCase();
    if (title === '') continue;
    if (labels.every((label) => (otherHref === href && saysNothingElse(label, title)) || label.endsWith(title)))
      return true;
  }
  return false;
}

/**
 * Whether a label holds the title, is within it, or tells that it opens. Whole words count: `Sale` is not within `Salem
 * lamp`. A label of signs may be a rating.
 */
function saysNothingElse(label: string, title: string): boolean {
  const [own, words] = [wordsOf(label), wordsOf(title)];
  if (own === '') return false;
  if (` ${own} `.includes(` ${words} `) || ` ${words} `.includes(` ${own} `)) return true;
  return own.split(' ').every((word) => FOR_OPENING.has(word));
}

/** Letters and digits, with a space between words. */
function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
}

/** The links behind `link` in the same card, as far as one can tell. */
function* linksAhead(link: LightElement): Generator<LightElement> {
  let node: LightNode = link;
  let level = 0;
  for (let looked = 0; looked < MAX_AHEAD; looked++) {
    if (node.nodeType !== 3 && node !== link && !UNSEEN.has(node.nodeName) && node.firstChild !== null) {
      node = node.firstChild;
      level++;
    } else {
      while (node.nextSibling === null) {
        const parent: LightElement | null = node.parentNode;
        if (parent === null || CARDS.has(parent.nodeName) || --level < -MAX_LEVELS) return;
        node = parent;
      }
      node = node.nextSibling;
      if (CARDS.has(node.nodeName)) return;
    }
    if (node.nodeName === 'A') yield node as LightElement;
  }
}

function withoutQuery(href: string): string {
  const end = href.search(/[?#]/);
  return end === -1 ? href : href.slice(0, end);
}

/** Nothing where it has no letters, or is more than a title. */
function titleOf(link: LightElement): string {
  let text = '';
  let looked = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; ) {
    if (++looked > MAX_NODES || text.length > MAX_TITLE) return '';
    if (node.nodeType === 3) text += node.data.slice(0, MAX_TITLE);
    node = node.nodeType !== 3 && UNSEEN.has(node.nodeName) ? nextAfter(node, link) : nextNode(node, link);
  }
  if (text.length > MAX_TITLE) return '';
  const title = text.trim().replace(/\s+/g, ' ');
  return /\p{L}{2}/u.test(title) ? title : '';
}
