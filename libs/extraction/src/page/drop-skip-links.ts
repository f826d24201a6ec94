import { classesOf } from '../tree/classes-of';
import type { LightElement, LightNode } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { isVisuallyHidden } from '../tree/visually-hidden';
import { detach, nextAfter, nextNode, textOf } from '../tree/walk';
import { SKIP_TEXTS } from './skip-texts';

/** Links at the start of a page to look at that nothing but their text tells. */
const FIRST_LINKS = 24;
/** Characters. */
const MAX_TEXT = 80;
const CLASS =
  /(?:^|\s)mw-jump-link(?:\s|$)|(?:^|[\s_-])skip-?(?:links?|nav|navigation|to-?(?:content|main|nav)|content|main)(?:$|[\s_-])/i;
/** Of a list of them. Other names are those of what they lead to as well: `<div class=skip-main>`. */
const LIST_CLASS = /(?:^|[\s_-])skip-?(?:links?|nav|navigation)(?:$|[\s_-])/i;
/** Of a link that only keyboards reach. */
const SKIPS = /^(?:skip|jump) (?:to|over|past) /i;
/** An id, and no path of an application: `#/shop`, `#!shop`. */
const FRAGMENT = /^[^/!][^/]*$/;
/** Stands behind the text of some: `Skip to content (press Enter) ›`. */
const TAIL = /(?:\s?\([^()]{0,30}\))?[\s.:!»→>›↓]*$/u;

/**
 * Takes out of a whole page the links that lead those who use no mouse past its menus, and past galleries and lists:
 * nobody else ever sees them. Most come before anything else, and all stand alone; further down their names tell.
 * `pageUrl` has no fragment; without it only `#id` leads into the page.
 */
export function dropSkipLinks(root: LightElement, pageUrl?: string): void {
  let links = 0;
  for (let node = root.firstChild; node !== null; ) {
    const isPassed = node.nodeType !== 3 && (node.localName === 'a' || UNREAD.has(node.localName));
    const following = isPassed ? nextAfter(node, root) : nextNode(node, root);
    if (node.nodeType !== 3) {
      if (node.localName === 'h1' || node.localName === 'article') links = FIRST_LINKS;
      else if (node.localName === 'a' && node.getAttribute('href') !== null) {
        links++;
        if (isSkipLink(node, pageUrl, links <= FIRST_LINKS)) detach(node);
      }
    }
    node = following;
  }
}

function isSkipLink(link: LightElement, pageUrl: string | undefined, isFirst: boolean): boolean {
  const href = link.getAttribute('href') ?? '';
  const isInto = leadsIntoPage(href, pageUrl);
  if (!isInto && !leadsNowhere(href, pageUrl)) return false;
  const around = [link.parentNode, link.parentNode?.parentNode].filter((element) => element != null);
  const isNamed = hasClass(link, CLASS) || around.some((element) => hasClass(element, LIST_CLASS));
  const isUnseen = [link, ...around.slice(0, 1)].some(isVisuallyHidden);
  if (!isNamed && !(isInto && (isFirst || isUnseen))) return false;
  const text = textOf(link).replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > MAX_TEXT) return false;
  const isCalled = (isFirst && SKIP_TEXTS.test(text.replace(TAIL, ''))) || (isUnseen && SKIPS.test(text));
  return (isNamed || isCalled) && !hasTextBeside(link, 'previousSibling') && !hasTextBeside(link, 'nextSibling');
}

function hasClass(element: LightElement, pattern: RegExp): boolean {
  return pattern.test(classesOf(element));
}

/** Scripts see to it. */
function leadsNowhere(href: string, pageUrl: string | undefined): boolean {
  return href === '#' || href === `${pageUrl}#`;
}

function leadsIntoPage(href: string, pageUrl: string | undefined): boolean {
  const hash = href.indexOf('#');
  if (hash === -1 || !FRAGMENT.test(href.slice(hash + 1))) return false;
  const place = href.slice(0, hash).trim();
  return place === '' || place === pageUrl;
}

/** Within a line. */
const INLINE = new Set(
  'abbr b bdi bdo cite code dfn em i kbd mark q s samp small span strong sub sup u var'.split(' '),
);
/** Elements to climb out of, and neighbours to look at. */
const MAX_STEPS = 16;

/** Whether the link is a part of a sentence: `You can <a>skip to the content</a>.` */
function hasTextBeside(link: LightElement, side: 'previousSibling' | 'nextSibling'): boolean {
  let node: LightNode = link;
  for (let step = 0; step < MAX_STEPS; step++) {
    const beside: LightNode | null = node[side];
    if (beside === null) {
      const around: LightElement | null = node.parentNode;
      if (around === null || !INLINE.has(around.localName)) return false;
      node = around;
      continue;
    }
    node = beside;
    if (node.nodeType === 3) {
      if (/[\p{L}\p{N}]/u.test(node.data)) return true;
    } else if (INLINE.has(node.localName)) {
      if (hasLetter(node)) return true;
    } else if (node.localName !== 'a') return false;
  }
  return true;
}

/** Nodes. */
const MAX_LOOKED_AT = 50;

function hasLetter(element: LightElement): boolean {
  let looked = 0;
  for (let node: LightNode | null = element.firstChild; node !== null; node = nextNode(node, element)) {
    if (node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data)) return true;
    if (++looked > MAX_LOOKED_AT) return true;
  }
  return false;
}
