import { MAX_URL_LENGTH } from '../../page/base-url';
import { sourceOfFrame } from '../../page/lazy-images';
import { classesOf } from '../../tree/classes-of';
import { leadsToNothing } from '../../tree/frame-addresses';
import { isHidden } from '../../tree/hidden-by-markup';
import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { ORIGINAL_TAG } from '../../tree/original-tag';
import { detach, elementsOf, nextNode } from '../../tree/walk';
import { findAround } from './blocks';
import { destination } from './link';

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i;
/** Players that no browser has any more. */
const FLASH = /\.swf(?:$|[?#])/i;

const LINKS: ReadonlySet<string> = new Set(['A']);
const SHOWN = /^(?:img|embed|iframe|video|audio|object|table)$/;
/** Nodes. */
const MAX_LOOKED_AT = 500;
/** Frames told of, and characters of the address of one: no page that is read has more. */
const MAX_FRAMES = 100;
const MAX_FRAME_ADDRESS = 2_000;
const BACKDROP = /(?:^|[\s_-])(?:backdrop|background|bg)(?:[_-]video)?(?=\s|$)/i;
/** Nodes of an icon; links hold more where they are no icons. */
const MAX_ICON = 30;

/** What plays or shows something from elsewhere becomes a link to it, called by its title or by where it leads. */
export function prepareMedia(element: LightElement): void {
  const kind = element.getAttribute(ORIGINAL_TAG) === null ? element.localName : 'iframe';
  const isShown = (!isHidden(element) && !isBackdrop(element)) || kind === 'audio';
  if ((kind === 'object' || kind === 'iframe') && hasContent(element)) {
    element.nodeName = 'DIV';
    return;
  }
  const address = addressOf(element, kind);
  // What stands inside of media is for browsers that cannot show them.
  for (const child of element.childNodes) detach(child);
  element.nodeName = kind === 'iframe' ? 'DIV' : 'SPAN';
  if (!isShown || address === '' || OTHER_SCHEME.test(address)) return;
  if (address.length > MAX_URL_LENGTH || FLASH.test(address)) return;
  if (kind === 'iframe' && leadsToNothing(address, element.getAttribute('title') ?? '')) return;
  const name = new LightText(nameOf(element, kind, address));
  const around = findAround(element, LINKS);
  if (around !== undefined && !isNamed(around)) {
    element.appendChild(name);
    return;
  }
  const link = new LightElement('a', ['href', address]);
  link.appendChild(name);
  // There are no links in links.
  if (around === undefined) element.appendChild(link);
  else around.parentNode?.insertBefore(link, around.nextSibling);
}

/** A film that moves behind a text, and that nobody starts or stops. Others that play by themselves show something. */
function isBackdrop(element: LightElement): boolean {
  if (element.localName !== 'video' || element.getAttribute('controls') !== null) return false;
  if (element.getAttribute('autoplay') === null) return false;
  if (['title', 'aria-label'].some((name) => element.getAttribute(name)?.trim())) return false;
  return [element, element.parentNode].some((one) => one !== null && BACKDROP.test(classesOf(one)));
}

/** Whether a link shows a text or a picture, or says what it is called. */
function isNamed(link: LightElement): boolean {
  if ((link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '').trim() !== '') return true;
  let looked = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; node = nextNode(node, link)) {
    if (++looked > MAX_LOOKED_AT) return true;
    if (node.nodeType === 3 ? node.data.trim() !== '' : node.nodeName === 'IMG') return true;
  }
  return false;
}

/** As links of the markdown write them: where the frames in `root` lead. Ask before it is taken to pieces. */
export function frameDestinations(root: LightElement): string[] {
  const destinations = new Set<string>();
  for (const element of elementsOf(root)) {
    if (element.getAttribute(ORIGINAL_TAG) === null) continue;
    const address = addressOf(element, 'iframe');
    if (address !== '' && address.length <= MAX_FRAME_ADDRESS) destinations.add(destination(address));
    if (destinations.size === MAX_FRAMES) break;
  }
  return [...destinations];
}

/** A link that shows nothing but an icon is called by what the icon is called. */
export function nameIconLink(link: LightElement): void {
  if (link.getAttribute('aria-label') !== null || link.getAttribute('title') !== null) return;
  let title = '';
  let looked = 0;
  for (let node: LightNode | null = link.firstChild; node !== null; node = nextNode(node, link)) {
    if (++looked > MAX_ICON) return;
    if (node.nodeType !== 3) {
      if (node.nodeName === 'IMG') return;
      if (node.localName === 'title' && node.firstChild?.nodeType === 3) title ||= node.firstChild.data.trim();
    } else if (node.parentNode?.localName !== 'title' && node.data.trim() !== '') return;
  }
  if (title !== '') link.setAttribute('aria-label', title);
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

/** A frame whose page is at hand, or an object with something to show in its place. */
function hasContent(element: LightElement): boolean {
  if (element.localName === 'iframe') return false;
  let looked = 0;
  for (let node: LightNode | null = element.firstChild; node !== null; node = nextNode(node, element)) {
    if (++looked > MAX_LOOKED_AT) return true;
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
  return kind !== 'iframe' && /\.\w{2,5}$/.test(file) && file.length < 100 ? decodeName(file) : host || address;
}

function decodeName(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch (error) {
    if (error instanceof URIError) return file;
    throw error;
  }
}
