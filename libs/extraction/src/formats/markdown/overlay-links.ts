import { MAX_URL_LENGTH } from '../../page/base-url';
import type { LightElement, LightNode } from '../../tree/light-node';
import { nextAfter, nextNode } from '../../tree/walk';
import { INVISIBLE, isIconOnly } from './icon-links';

/** Nodes after a link; a card has about thirty before its title. */
const MAX_AHEAD = 60;
/** Ancestors of the link within its card. */
const MAX_LEVELS = 4;
const MAX_NODES = 20;
const MAX_TITLE = 300;
const MAX_LABEL = 600;
const CARDS = new Set('ARTICLE FOOTER HEADER LI NAV SECTION TR'.split(' '));
/**
 * Whether an empty link covers a card whose title has the same target and is part of its label:
 * `<a href=/tt1 aria-label="View Scream 7"></a><h3><a href=/tt1>Scream 7</a></h3>`.
 */
export function isOverlayOfCard(link: LightElement, pageUrl: string): boolean {
  const labels = [link.getAttribute('aria-label'), link.getAttribute('title')]
    .map((label) => label?.trim().toLowerCase() ?? '')
    .filter((label) => label !== '');
  if (labels.length === 0 || labels.some((label) => label.length > MAX_LABEL)) return false;
  const href = link.getAttribute('href')?.trim();
  if (!href || href.startsWith('#') || href.startsWith(`${pageUrl}#`) || !isIconOnly(link)) return false;
  const target = withoutQuery(href);
  if (href.length > MAX_URL_LENGTH) return false;
  for (const other of linksAfter(link)) {
    const otherHref = other.getAttribute('href')?.trim();
    if (!otherHref || otherHref.length > MAX_URL_LENGTH || withoutQuery(otherHref) !== target) continue;
    const title = titleOf(other).toLowerCase();
    if (title === '') continue;
    if (labels.every((label) => label.endsWith(title) || (otherHref === href && label.includes(title)))) return true;
  }
  return false;
}

function* linksAfter(link: LightElement): Generator<LightElement> {
  let node: LightNode = link;
  let level = 0;
  for (let looked = 0; looked < MAX_AHEAD; looked++) {
    if (node.nodeType !== 3 && node !== link && !INVISIBLE.has(node.nodeName) && node.firstChild !== null) {
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

/** The text of a title link; empty if it is too long or has no letters. */
function titleOf(link: LightElement): string {
  let text = '';
  let looked = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; ) {
    if (++looked > MAX_NODES || text.length > MAX_TITLE) return '';
    if (node.nodeType === 3) text += node.data.slice(0, MAX_TITLE);
    node = node.nodeType !== 3 && INVISIBLE.has(node.nodeName) ? nextAfter(node, link) : nextNode(node, link);
  }
  if (text.length > MAX_TITLE) return '';
  const title = text.trim().replace(/\s+/g, ' ');
  return /\p{L}{2}/u.test(title) ? title : '';
}
