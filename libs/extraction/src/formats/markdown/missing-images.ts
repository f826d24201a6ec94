import { isRemovedSign, REMOVED_IMAGE } from '../../page/inlined-images';
import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { nextAfter, nextNode, textOf } from '../../tree/walk';
import { enclosingLink, isLongerThan } from './blocks';
import { describeImage } from './link';

const MAX_LINK_NODES = 30;
/** Distances, in nodes, to a link with the same target and to a text. */
const MAX_LINK_DISTANCE = 40;
const MAX_TEXT_DISTANCE = 10;
const MAX_NAME_LENGTH = 200;

/**
 * Whether an image shows nothing: its URL is that of the page, or it was inlined and is an initial or has no description.
 * Mutates: its name replaces it in a link or as an initial, unless the name is next to it.
 */
export function isMissingImage(image: LightElement, root: LightElement, pageUrl: string): boolean {
  const source = image.getAttribute('src')?.trim() ?? '';
  const alt = describeImage(image.getAttribute('alt')?.trim() ?? '');
  const isInitial = source === REMOVED_IMAGE && isRemovedSign(image);
  if (source === REMOVED_IMAGE ? alt !== '' && !isInitial : !isPageItself(source, pageUrl)) return false;
  const link = enclosingLink(image);
  const name = alt || (image.getAttribute('title')?.trim() ?? '');
  const isAllOfLink = link !== undefined && isOnlyImage(link, image);
  if (name === '' || !(isInitial || isAllOfLink)) return true;
  if (isNamedNearby(isAllOfLink ? link : image, isInitial ? name : undefined, root)) {
    // An empty link would be written with its label.
    if (isAllOfLink) for (const label of ['aria-label', 'title']) link.removeAttribute(label);
  } else image.parentNode?.insertBefore(new LightText(isAllOfLink ? name : ` ${name} `), image);
  const next = link?.nextSibling;
  if (isAllOfLink && next?.nodeType === 3 && /^\S/.test(next.data)) next.data = ` ${next.data}`;
  return true;
}

function isPageItself(source: string, pageUrl: string): boolean {
  if (source === '' || source === '#') return true;
  return pageUrl !== '' && (source === pageUrl || source === `${pageUrl}#`);
}

function isOnlyImage(link: LightElement, image: LightElement): boolean {
  let visited = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; node = nextNode(node, link)) {
    if (++visited > MAX_LINK_NODES) return false;
    if (node.nodeType === 3 ? node.data.trim() !== '' : node.nodeName === 'IMG' && node !== image) return false;
  }
  return true;
}

/** Whether a nearby text, or link with the same target, contains `name`, or any text if `name` is undefined. */
function isNamedNearby(sign: LightElement, name: string | undefined, root: LightElement): boolean {
  const href = sign.getAttribute('href');
  const maxDistance = href === null ? MAX_TEXT_DISTANCE : MAX_LINK_DISTANCE;
  const isNamed = (node: LightNode, distance: number) =>
    node.nodeType === 3
      ? distance <= MAX_TEXT_DISTANCE && node.data.length <= MAX_NAME_LENGTH && node.data.trim() === name
      : href !== null && node.localName === 'a' && node.getAttribute('href') === href && isLabel(node, name);
  const directions: [LightNode | null, (node: LightNode) => LightNode | null][] = [
    [nextAfter(sign, root), (node) => nextNode(node, root)],
    [previousNode(sign), previousNode],
  ];
  for (const [first, next] of directions) {
    let node = first;
    for (let distance = 1; node !== null && distance <= maxDistance; distance++, node = next(node))
      if (isNamed(node, distance)) return true;
  }
  return false;
}

function isLabel(link: LightElement, name: string | undefined): boolean {
  if (isLongerThan(link, MAX_NAME_LENGTH)) return false;
  const text = textOf(link).trim();
  return name === undefined ? text !== '' : text === name;
}

function previousNode(node: LightNode): LightNode | null {
  let before: LightNode | null = node.previousSibling;
  if (before === null) return node.parentNode;
  while (before.nodeType !== 3 && before.lastChild !== null) before = before.lastChild;
  return before;
}
