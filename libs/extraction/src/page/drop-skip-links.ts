import { isMediaWikiJumpLink } from '../sites/mediawiki';
import type { LightElement } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { classesOf, detach, nextAfter, nextNode, textOf } from '../tree/walk';
import { SKIP_TEXTS } from './skip-texts';

/** Links at the start of a page that are recognised by their text. */
const FIRST_LINKS = 24;
/** Characters. */
const MAX_TEXT = 80;
const CLASS = /(?:^|[\s_-])skip-?(?:links?|nav|navigation|to-?(?:content|main|nav)|content|main)(?:$|[\s_-])/i;
const LIST_CLASS = /(?:^|[\s_-])skip-?(?:links?|nav|navigation)(?:$|[\s_-])/i;
/** An id, not a route: `#/shop`, `#!shop`. */
const FRAGMENT = /^[^/!][^/]*$/;
/** `Skip to content (press Enter) ›` */
const TAIL = /(?:\s?\([^()]{0,30}\))?[\s.:!»→>›↓]*$/u;

/** Removes skip links ("Skip to content"): by text at the start of the page, by class anywhere. */
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
  if (!targetsPage(link.getAttribute('href') ?? '', pageUrl)) return false;
  const around = [link.parentNode, link.parentNode?.parentNode].filter((element) => element != null);
  const isNamed =
    isMediaWikiJumpLink(link) || hasClass(link, CLASS) || around.some((element) => hasClass(element, LIST_CLASS));
  if (!isNamed && !isFirst) return false;
  const text = textOf(link).replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > MAX_TEXT || isInSentence(link)) return false;
  return isNamed || SKIP_TEXTS.test(text.replace(TAIL, ''));
}

function isInSentence({ previousSibling, nextSibling }: LightElement): boolean {
  return [previousSibling, nextSibling].some((node) => node?.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data));
}

function hasClass(element: LightElement, pattern: RegExp): boolean {
  return pattern.test(classesOf(element));
}

function targetsPage(href: string, pageUrl: string | undefined): boolean {
  const hash = href.indexOf('#');
  if (hash === -1 || !FRAGMENT.test(href.slice(hash + 1))) return false;
  const place = href.slice(0, hash).trim();
  return place === '' || place === pageUrl;
}
