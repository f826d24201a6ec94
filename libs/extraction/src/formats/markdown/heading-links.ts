import type { LightElement, LightNode } from '../../tree/light-node';
import { detach, elementsOf, findElement, nextAfter, nextNode, textOf } from '../../tree/walk';
import { isIconAtMost, UNSEEN } from './icon-at-most';
import { isPlaceAnchor } from './prepare-links';

/** Nodes of a heading. */
const MAX_LOOKED_AT = 60;
/** Levels around a heading whose id a link may take for that of the heading: sections begin with theirs. */
const LEVELS = 2;
const PERMALINK = /^(?:perma(?:nent )?link|(?:direct )?link) to this (?:heading|headline|section|definition)/i;
const CODE = new Set('CODE KBD MATH MJX-CONTAINER SAMP SCRIPT TT'.split(' '));
const FORMULA_CLASS = /math|katex/i;
/** As wikis call the links behind a heading that open its section for writing. */
const EDIT_LINKS = /(?:^|[\s_-])edit-?(?:section|links?)(?:$|\s)/i;

/**
 * Takes off a heading the link that leads to the heading itself: `## [Usage](#usage)` is called `Usage`. One that shows
 * nothing but where it leads goes with its text, where the heading has other text; and so do links to edit what is below, and
 * links within the page that are empty.
 * `pageUrl`: of the page, without a fragment; '' when only `#…` leads to the page.
 */
export function dropOwnLinks(heading: LightElement, pageUrl: string): void {
  const links: LightElement[] = [];
  let editLinks: LightElement | undefined;
  let looked = 0;
  for (const element of elementsOf(heading)) {
    if (++looked > MAX_LOOKED_AT) return;
    if (EDIT_LINKS.test(element.getAttribute('class') ?? '')) editLinks ??= element;
    if (element.nodeName === 'A' && element.getAttribute('href')?.includes('#') === true) links.push(element);
  }
  if (editLinks !== undefined && hasOtherText(heading, editLinks)) detach(editLinks);
  if (links.length === 0) return;
  const ids = idsOf(heading);
  for (const link of links) {
    const href = (link.getAttribute('href') ?? '').trim();
    if (!href.startsWith('#') && !href.startsWith(`${pageUrl}#`)) continue;
    const fragment = fragmentOf(href);
    if (!ids.has(fragment)) {
      // Its label says what a script does with the address.
      if (isIconAtMost(link) && hasOtherText(heading, link)) detach(link);
      continue;
    }
    if (saysNothing(link, fragment) && (hasOtherText(heading, link) || isBare(link))) detach(link);
    else link.nodeName = 'SPAN';
  }
}

/** Signs, a picture, or where it leads. Code and formulas are of signs and say something. */
function saysNothing(link: LightElement, fragment: string): boolean {
  const text = textOf(link).trim();
  if (/[$\\]/.test(text) || findElement(link, isCode) !== undefined) return false;
  if (isPlaceAnchor(link) || !/[\p{L}\p{N}]/u.test(text) || text === `#${fragment}`) return true;
  return text.length === 1 && PERMALINK.test(link.getAttribute('title') ?? '');
}

function isCode(element: LightElement): boolean {
  return CODE.has(element.nodeName) || FORMULA_CLASS.test(element.getAttribute('class') ?? '');
}

/** Not even as a heading of its own: nothing, an icon, or the sign of an anchor. */
function isBare(link: LightElement): boolean {
  const text = textOf(link).trim();
  if (text !== '') return !/[\p{L}\p{N}]/u.test(text) && isPlaceAnchor(link);
  return (
    findElement(link, (element) => element.nodeName === 'IMG' && !!element.getAttribute('alt')?.trim()) === undefined
  );
}

/** Whether `heading` shows a text beside `link` that is not of an anchor either. */
function hasOtherText(heading: LightElement, link: LightElement): boolean {
  let node = heading.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) {
      if (node.data.trim() !== '') return true;
      node = nextNode(node, heading);
    } else if (node === link || UNSEEN.has(node.nodeName) || (node.nodeName === 'A' && isPlaceAnchor(node))) {
      node = nextAfter(node, heading);
    } else node = nextNode(node, heading);
  }
  return false;
}

/** Of the heading, what is in it, an anchor before it, and a section that begins with it. */
function idsOf(heading: LightElement): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = (element: LightElement) => {
    for (const id of [element.getAttribute('id'), element.getAttribute('name')]) if (id) ids.add(id);
  };
  add(heading);
  for (const element of elementsOf(heading)) add(element);
  let inner: LightElement | null = heading;
  for (let level = 0; level <= LEVELS && inner !== null; level++) {
    const before = siblingBefore(inner);
    if (before?.nodeType !== 3 && before?.localName === 'a') add(before);
    if (before !== null) break;
    inner = inner.parentNode;
    if (inner !== null) add(inner);
  }
  return ids;
}

function siblingBefore(element: LightElement): LightNode | null {
  let node = element.previousSibling;
  while (node !== null && node.nodeType === 3 && node.data.trim() === '') node = node.previousSibling;
  return node;
}

function fragmentOf(href: string): string {
  const fragment = href.slice(href.indexOf('#') + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
