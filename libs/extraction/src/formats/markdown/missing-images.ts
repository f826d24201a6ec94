import { isRemovedSign, REMOVED_IMAGE } from '../../page/inlined-images';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { nextAfter, nextNode, textOf } from '../../tree/walk';
import { findAround, isLongerThan } from './blocks';
import { describeImage } from './link';

const LINKS: ReadonlySet<string> = new Set(['A']);
/** Characters of an address that can hold the name of its file. */
const MAX_TAIL = 200;
/**
 * A file that keeps the place of pictures of any kind: `place-holder-170x213.jpg`, `woocommerce-placeholder.png`. One that
 * shows what placeholders are has other words in its name: `css-placeholder.png`.
 */
const PLACEHOLDER =
  /(?:^|\/)(?:(?:article|avatar|blank|card|category|default|gr[ae]y|image|img|item|large|lazy|loading|logo|main|media|medium|no|photo|pic|picture|post|product|small|square|thumb|thumbnail|user|video|woocommerce)[_-]){0,3}place[-_]?holder(?:[_.-]?(?:\d{1,5}(?:x\d{1,5})?|avatar|default|gr[ae]y|image|img|large|medium|product|small|square|thumb|thumbnail|trans|video|white)){0,3}\.(?:gif|jpe?g|png|svg|webp)$/i;
/** Where a link from a small picture to a large one leads: the large one is shown. */
const PICTURE = /\.(?:avif|gif|jpe?g|png|webp)$/i;
/** What a template says of any of them. */
const NO_DESCRIPTION =
  /^(?:(?:awaiting )?product image|image|loading|no image|photo|picture|place[\s-]?holder(?: image)?)[\s.…]*$/i;
/** Nodes of a link that are looked at; of what stands around a sign: to a link of the same address, and to a text. */
const MAX_IN_LINK = 30;
const MAX_TO_LINK = 40;
const MAX_TO_TEXT = 10;
/** Characters of a name. */
const MAX_NAME = 200;

/**
 * Whether an image shows nothing of its own: it has no address but that of the page, or the file of a placeholder, or
 * is an inlined one that was removed, without a description or drawn of letters. Outside of links a placeholder with a
 * description of its own stays. All that a link to a picture has becomes that picture. In other links its description
 * takes its place if they have nothing else, and so does the name of a sign (the initial of who wrote it, a `Like`), if
 * it does not stand beside it already. `pageUrl`: as `dropOwnLinks` takes it.
 */
export function isMissingImage(image: LightElement, root: LightElement, pageUrl: string): boolean {
  const source = image.getAttribute('src')?.trim() ?? '';
  const alt = describeImage(image.getAttribute('alt')?.trim() ?? '');
  const isSign = source === REMOVED_IMAGE && isRemovedSign(image);
  const isFile = source !== REMOVED_IMAGE && !isPageItself(source, pageUrl);
  if (isFile ? !PLACEHOLDER.test(fileOf(source)) : source === REMOVED_IMAGE && alt !== '' && !isSign) return false;
  const link = findAround(image, LINKS);
  // It may be all that a card says of what it shows.
  if (isFile && link === undefined && alt !== '' && !NO_DESCRIPTION.test(alt)) return false;
  const name = alt || (image.getAttribute('title')?.trim() ?? '');
  const isAllOfLink = link !== undefined && isAllOf(link, image);
  const destination = isAllOfLink ? (link.getAttribute('href') ?? '') : '';
  if (PICTURE.test(fileOf(destination))) {
    image.setAttribute('src', destination);
    return false;
  }
  if (name === '' || NO_DESCRIPTION.test(name) || !(isSign || isAllOfLink)) return true;
  // A link to the same place says what a placeholder's description says, in words of its own.
  if (isSaidBeside(isAllOfLink ? link : image, isSign ? name : undefined, root)) {
    // Empty, it would be called by its label.
    if (isAllOfLink) for (const label of ['aria-label', 'title']) link.removeAttribute(label);
  } else image.parentNode?.insertBefore(new LightText(isAllOfLink ? name : ` ${name} `), image);
  const behind = link?.nextSibling;
  if (isAllOfLink && behind?.nodeType === 3 && /^\S/.test(behind.data)) behind.data = ` ${behind.data}`;
  return true;
}

function isPageItself(source: string, pageUrl: string): boolean {
  if (source === '' || source === '#') return true;
  return pageUrl !== '' && (source === pageUrl || source === `${pageUrl}#`);
}

function fileOf(source: string): string {
  const [address = ''] = source.split(/[?#]/, 1);
  return address.slice(-MAX_TAIL);
}

function isAllOf(link: LightElement, image: LightElement): boolean {
  let looked = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; node = nextNode(node, link)) {
    if (++looked > MAX_IN_LINK) return false;
    if (node.nodeType === 3 ? node.data.trim() !== '' : node.nodeName === 'IMG' && node !== image) return false;
  }
  return true;
}

/** Whether a text near a sign, or a link to where its own leads, says its name; without a name: whether there is such a link. */
function isSaidBeside(sign: LightElement, name: string | undefined, root: LightElement): boolean {
  const href = sign.getAttribute('href');
  const most = href === null ? MAX_TO_TEXT : MAX_TO_LINK;
  const isSaid = (node: LightNode, distance: number) =>
    node.nodeType === 3
      ? distance <= MAX_TO_TEXT && says(node, name)
      : href !== null && node.localName === 'a' && node.getAttribute('href') === href && says(node, name);
  let next = nextAfter(sign, root);
  for (let distance = 1; next !== null && distance <= most; distance++) {
    if (isSaid(next, distance)) return true;
    next = nextNode(next, root);
  }
  let before = previousNode(sign);
  for (let distance = 1; before !== null && distance <= most; distance++) {
    if (isSaid(before, distance)) return true;
    before = previousNode(before);
  }
  return false;
}

function says(node: LightNode, name: string | undefined): boolean {
  if (name === undefined) return node.nodeType !== 3 && !isLongerThan(node, MAX_NAME) && textOf(node).trim() !== '';
  if (node.nodeType === 3) return node.data.length <= MAX_NAME && node.data.trim() === name;
  return !isLongerThan(node, MAX_NAME) && textOf(node).trim() === name;
}

/** The node before `node` in document order. */
function previousNode(node: LightNode): LightNode | null {
  let before: LightNode | null = node.previousSibling;
  if (before === null) return node.parentNode;
  while (before.nodeType !== 3 && before.lastChild !== null) before = before.lastChild;
  return before;
}
