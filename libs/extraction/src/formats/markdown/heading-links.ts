import type { LightElement, LightNode } from '../../tree/light-node';
import { detach, elementsOf, textOf } from '../../tree/walk';
import { isHeadingAnchor } from './prepare-links';

/** Nodes of a heading. */
const MAX_LOOKED_AT = 60;
/** Levels around a heading whose id a link may take for that of the heading: sections begin with theirs. */
const LEVELS = 2;
const PERMALINK = /^(?:perma(?:nent )?link|(?:direct )?link) to this (?:heading|headline|section|definition)/i;

/**
 * Takes off a heading the link that leads to the heading itself: `## [Usage](#usage)` is called `Usage`. One that shows
 * nothing but where it leads goes with its text.
 */
export function dropOwnLinks(heading: LightElement): void {
  const links: LightElement[] = [];
  let looked = 0;
  for (const element of elementsOf(heading)) {
    if (++looked > MAX_LOOKED_AT) return;
    if (element.nodeName === 'A' && element.getAttribute('href')?.includes('#') === true) links.push(element);
  }
  if (links.length === 0) return;
  const ids = idsOf(heading);
  for (const link of links) {
    const fragment = fragmentOf(link.getAttribute('href') ?? '');
    if (!ids.has(fragment) || isHeadingAnchor(link)) continue;
    if (saysNothing(link, fragment)) detach(link);
    else link.nodeName = 'SPAN';
  }
}

/** Signs, a picture, or where it leads. */
function saysNothing(link: LightElement, fragment: string): boolean {
  const text = textOf(link).trim();
  return !/[\p{L}\p{N}]/u.test(text) || text === `#${fragment}` || PERMALINK.test(link.getAttribute('title') ?? '');
}

/** Of the heading, what is in it, an anchor before it, and a section that begins with it. */
function idsOf(heading: LightElement): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = ({ attributes: { id = '', name = '' } }: LightElement) => {
    if (id !== '') ids.add(id);
    if (name !== '') ids.add(name);
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
