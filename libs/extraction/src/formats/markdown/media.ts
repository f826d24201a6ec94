import { decodePercent, MAX_URL_LENGTH } from '../../page/base-url';
import { sourceOfFrame } from '../../page/lazy-images';
import { isFrameWithoutContent, ORIGINAL_TAG } from '../../tree/frames';
import { isHidden } from '../../tree/hidden-by-markup';
import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, elementsOf, nextNode } from '../../tree/walk';
import { enclosingLink } from './blocks';
import { isIconOnly } from './icon-links';
import { destination } from './link';

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i;

const SHOWN = /^(?:img|embed|iframe|video|audio|object|table)$/;
const MAX_NODES = 500;
const MAX_FRAMES = 100;
const MAX_FRAME_URL_LENGTH = 2_000;

/** Replaces embedded media by a link with its title, file name or host. */
export function prepareMedia(element: LightElement): void {
  const kind = element.getAttribute(ORIGINAL_TAG) === null ? element.localName : 'iframe';
  const isShown = !isHidden(element) || kind === 'audio';
  if ((kind === 'object' || kind === 'iframe') && hasContent(element)) {
    element.nodeName = 'DIV';
    return;
  }
  const address = addressOf(element, kind);
  // The content of media is a fallback.
  for (const child of element.childNodes) detach(child);
  element.nodeName = kind === 'iframe' ? 'DIV' : 'SPAN';
  if (!isShown || address === '' || OTHER_SCHEME.test(address)) return;
  if (address.length > MAX_URL_LENGTH) return;
  if (kind === 'iframe' && isFrameWithoutContent(address, element.getAttribute('title') ?? '')) return;
  const name = new LightText(nameOf(element, kind, address));
  const around = enclosingLink(element);
  if (around !== undefined && isIconOnly(around)) {
    element.appendChild(name);
    return;
  }
  const link = new LightElement('a', ['href', address]);
  link.appendChild(name);
  // Links do not nest.
  if (around === undefined) element.appendChild(link);
  else around.parentNode?.insertBefore(link, around.nextSibling);
}

/** URLs of the frames in `root` as the markdown links write them. Call it before `toMarkdown`. */
export function frameDestinations(root: LightElement): string[] {
  const destinations = new Set<string>();
  for (const element of elementsOf(root)) {
    if (element.getAttribute(ORIGINAL_TAG) === null) continue;
    const address = addressOf(element, 'iframe');
    if (address !== '' && address.length <= MAX_FRAME_URL_LENGTH) destinations.add(destination(address));
    if (destinations.size === MAX_FRAMES) break;
  }
  return [...destinations];
}

function addressOf(element: LightElement, kind: string): string {
  if (kind === 'object') return element.getAttribute('data')?.trim() ?? '';
  const own = sourceOfFrame(element);
  if (own !== '' || kind === 'iframe' || kind === 'embed') return own;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    const source = child.nodeType !== 3 && child.localName === 'source' ? sourceOfFrame(child) : '';
    if (source !== '') return source;
  }
  return '';
}

/** A frame with its document, or an object with a visible fallback. */
function hasContent(element: LightElement): boolean {
  if (element.localName === 'iframe') return false;
  let looked = 0;
  for (let node: LightNode | null = element.firstChild; node !== null; node = nextNode(node, element)) {
    if (++looked > MAX_NODES) return true;
    if (node.nodeType === 3 ? node.data.trim() !== '' : SHOWN.test(node.localName)) return true;
  }
  return false;
}

function nameOf(element: LightElement, kind: string, address: string): string {
  for (const attribute of ['title', 'aria-label', 'alt']) {
    const name = element.getAttribute(attribute)?.replace(/\s+/g, ' ').trim();
    if (name) return name;
  }
  const [place = address] = address.split(/[?#]/);
  const [, host = ''] = /^https?:\/\/([^/:]+)/i.exec(place) ?? [];
  const file = place.slice(place.lastIndexOf('/') + 1);
  return kind !== 'iframe' && /\.\w{2,5}$/.test(file) && file.length < 100 ? decodePercent(file) : host || address;
}
