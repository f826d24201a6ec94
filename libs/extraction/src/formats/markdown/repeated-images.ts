import type { LightElement, LightNode } from '../../tree/light-node';
import { enclosingLink } from './blocks';

/** Parts of lists and tables that may repeat an image. */
const CELLS = new Set('DD DT LI TD TH TR'.split(' '));
/** Nodes between the two images. */
const MAX_STEPS = 16;
/** Longest description of an icon: `star`. */
const MAX_ICON_LENGTH = 12;
const DRAWING = /\.(?:gif|svg)(?:$|[?#])/i;
const ICON_NAME = /(?<![a-z])(?:emojis?|icons?|rat(?:ing|ed)s?|stars?)(?![a-z])/i;
const PICTURE = /^([^?#]+\.(?:avif|gif|jpe?g|png|svg|webp))(?:\?([^#]*))?(?:#|$)/i;
const RENDITION =
  /^(?:auto|crop|dpr|fit|fm|fmt|format|h|hei|height|imwidth|q|quality|qlt|resize|scale|size|sh|sw|w|wid|width)=|^\$[\w-]{1,60}\$$/i;
const MAX_URL_LENGTH = 2000;

/** Whether an image repeats the adjacent one, for another screen width or on hover. Icons may be a rating. */
export function isRepeatedImage(image: LightElement): boolean {
  const before = imageBeside(image, 'previousSibling');
  const source = image.getAttribute('src') ?? '';
  if (before === undefined || !isSamePicture(before, source)) return false;
  const alt = image.getAttribute('alt')?.trim() ?? '';
  if (isIcon(image, alt, source) || (alt !== '' && alt !== before.getAttribute('alt')?.trim())) return false;
  if (enclosingLink(image) !== enclosingLink(before)) return false;
  const neighbours = [imageBeside(image, 'nextSibling'), imageBeside(before, 'previousSibling')];
  return !neighbours.some((other) => other !== undefined && isSamePicture(other, source));
}

function isSamePicture(image: LightElement, source: string): boolean {
  const other = image.getAttribute('src') ?? '';
  if (other === source) return true;
  return other.length <= MAX_URL_LENGTH && source.length <= MAX_URL_LENGTH && pictureOf(other) === pictureOf(source);
}

/** The URL of a picture without parameters of its rendition. */
function pictureOf(source: string): string {
  const [, file, query = ''] = PICTURE.exec(source) ?? [];
  if (file === undefined) return source;
  const rest = query.split(/&(?:amp;)?/).filter((parameter) => !RENDITION.test(parameter));
  return `${file}?${rest.join('&')}`;
}

function isIcon(image: LightElement, alt: string, source: string): boolean {
  if (alt === '' ? DRAWING.test(source) : alt.length <= MAX_ICON_LENGTH) return true;
  const file = source.slice(source.lastIndexOf('/') + 1);
  return [alt, image.getAttribute('class') ?? '', file].some((name) => ICON_NAME.test(name.slice(0, 300)));
}

/** The adjacent image without text between. */
function imageBeside(image: LightElement, side: 'previousSibling' | 'nextSibling'): LightElement | undefined {
  const inside = side === 'previousSibling' ? 'lastChild' : 'firstChild';
  let node: LightNode = image;
  for (let step = 0; step < MAX_STEPS; step++) {
    const beside: LightNode | null = node[side];
    if (beside === null) {
      const around: LightElement | null = node.parentNode;
      if (around === null || CELLS.has(around.nodeName)) return undefined;
      node = around;
      continue;
    }
    node = beside;
    while (node.nodeType !== 3 && node[inside] !== null && step++ < MAX_STEPS) node = node[inside] as LightNode;
    if (node.nodeType === 3) {
      if (node.data.trim() !== '') return undefined;
    } else if (node.nodeName === 'IMG') return node;
  }
  return undefined;
}
