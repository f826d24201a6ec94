import type { LightElement, LightNode } from '../../tree/light-node';
import { findAround } from './blocks';

const LINKS: ReadonlySet<string> = new Set(['A']);
/** Each of them may show the same as the one before. */
const PLACES = new Set('DD DT LI TD TH TR'.split(' '));
/** Nodes between the two. */
const MAX_STEPS = 16;
/** Characters of a description that is no more than the name of a sign: `star`. */
const SIGN = 12;
const DRAWING = /\.(?:gif|svg)(?:$|[?#])/i;
/** The number of signs in a row tells something. Asked of words in descriptions, classes and names of files. */
const SIGN_NAME =
  /(?<![a-z])(?:badges?|bullets?|checks?|checked|checkmark|coins?|dice|dots?|emojis?|flames?|half|hearts?|icons?|points?|rat(?:ing|ed)s?|scores?|smil(?:ey|ie)s?|stars?|ticks?|thumbs?)(?![a-z])|[★☆✓✔●○]|\p{Extended_Pictographic}/iu;
const SHORT_CODE = /^:[\w+-]{1,60}:$/;
const PICTURE = /^([^?#]+)(\.(?:avif|gif|jpe?g|png|svg|webp))(?:\?([^#]*))?(?:#|$)/i;
/** Parameters of a size or quality, and the presets of image servers: `w=150`, `$LAZY_PNG$`. */
const LOOKS =
  /^(?:auto|crop|dpr|fit|fm|fmt|format|h|hei|height|imwidth|q|quality|qlt|resize|scale|size|sh|sw|w|wid|width)=|^\$[\w-]{1,60}\$$/i;
const SCREEN = /[-_](?:desktop|mobile)$/i;
const WIDTH = /[?&](?:amp;)?(?:imwidth|sw|w|wid|width)=(\d{1,5})(?![\d.])/i;
/** Characters of an address. */
const MAX_SOURCE = 2000;
/** Characters of each of them that are looked at. */
const MAX_NAME = 300;

/**
 * Whether an image is the one right before it once more: for another width, for those without scripts, for a hover. The
 * one before takes the address of the wider. Three in a row count something, as signs do.
 */
export function isRepeatedImage(image: LightElement): boolean {
  const before = imageBeside(image, 'previousSibling');
  const source = image.getAttribute('src') ?? '';
  if (before === undefined || !showsSame(before.getAttribute('src') ?? '', source)) return false;
  const alt = image.getAttribute('alt')?.trim() ?? '';
  if (isSign(image, alt, source) || (alt !== '' && alt !== before.getAttribute('alt')?.trim())) return false;
  if (findAround(image, LINKS) !== findAround(before, LINKS)) return false;
  if (isLike(imageBeside(image, 'nextSibling'), source) || isLike(imageBeside(before, 'previousSibling'), source))
    return false;
  if (widthOf(source) > widthOf(before.getAttribute('src') ?? '')) before.setAttribute('src', source);
  return true;
}

/** Pixels, as the query tells them; 0: it does not. */
function widthOf(source: string): number {
  return Number(WIDTH.exec(source)?.[1] ?? 0);
}

function isLike(image: LightElement | undefined, source: string): boolean {
  return image !== undefined && showsSame(image.getAttribute('src') ?? '', source);
}

/** Addresses of one picture: a query tells its size or quality, an end of its name for which screens it is. */
function showsSame(first: string, second: string): boolean {
  return (
    first === second || (first.length <= MAX_SOURCE && second.length <= MAX_SOURCE && fileOf(first) === fileOf(second))
  );
}

/** The address without that; all of it where the path names no picture. */
function fileOf(source: string): string {
  const [, file, type, query = ''] = PICTURE.exec(source) ?? [];
  if (file === undefined) return source;
  const rest = query.split(/&(?:amp;)?/).filter((parameter) => !LOOKS.test(parameter));
  return `${file.replace(SCREEN, '')}${type}?${rest.join('&')}`;
}

function isSign(image: LightElement, alt: string, source: string): boolean {
  if (alt === '' ? DRAWING.test(source) : alt.length <= SIGN || SHORT_CODE.test(alt)) return true;
  const [place = ''] = source.split(/[?#]/, 1);
  const file = place.slice(place.lastIndexOf('/') + 1);
  return [alt, image.getAttribute('class') ?? '', file].some((name) => SIGN_NAME.test(name.slice(0, MAX_NAME)));
}

/** With no text between them. */
function imageBeside(image: LightElement, side: 'previousSibling' | 'nextSibling'): LightElement | undefined {
  const inside = side === 'previousSibling' ? 'lastChild' : 'firstChild';
  let node: LightNode = image;
  for (let step = 0; step < MAX_STEPS; step++) {
    const beside: LightNode | null = node[side];
    if (beside === null) {
      const around: LightElement | null = node.parentNode;
      if (around === null || PLACES.has(around.nodeName)) return undefined;
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
