import { type FixtureAnswer, html } from '../page-answer';

const CHILDREN = 3;

/** The path of page `index`. Page 0 is the root; page i has the children 3i+1 to 3i+3. */
export function treePath(index: number): string {
  if (index === 0) return '/tree/';
  const parent = treePath(Math.floor((index - 1) / CHILDREN));
  return `${parent === '/tree/' ? '/tree' : parent}/${((index - 1) % CHILDREN) + 1}`;
}

/**
 * Exactly `count` pages under /tree/, each answered after `delayMs`. Every page also links to its parent, to itself by
 * a fragment, and to its first child with a trailing slash, which a crawler must not count twice. The root links to the
 * last page, so that discovery depth and path depth differ.
 */
export function planTree(count: number, delayMs: number | undefined, origin: string): Map<string, FixtureAnswer> {
  const pages = new Map<string, FixtureAnswer>();
  for (let index = 0; index < count; index += 1) {
    const children = [1, 2, 3].map((n) => index * CHILDREN + n).filter((child) => child < count);
    const links = children.map((child) => treePath(child));
    const first = links[0];
    if (first !== undefined) links.push(`${first}/`, `${origin}${first}#part`);
    if (index > 0) links.push(treePath(Math.floor((index - 1) / CHILDREN)), '#top');
    else links.push(treePath(count - 1));
    pages.set(treePath(index), html(`Tree ${index}`, links, { delayMs }));
  }
  return pages;
}
