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
/** Characters of each of them that are looked at. */
const MAX_NAME = 300;

/**
 * Whether an image is the one right before it once more: for another width, for those without scripts, for a hover. Three
 * in a row count something, as signs do.
 */
export function isRepeatedImage(image: LightElement): boolean {
  const before = imageBeside(image, 'previousSibling');
  const source = image.getAttribute('src') ?? '';
  if (before === undefined || before.getAttribute('src') !== source) return false;
  const alt = image.getAttribute('alt')?.trim() ?? '';
  if (isSign(image, alt, source) || (alt !== '' && alt !== before.getAttribute('alt')?.trim())) return false;
  if (findAround(image, LINKS) !== findAround(before, LINKS)) return false;
  return !isLike(imageBeside(image, 'nextSibling'), source) && !isLike(imageBeside(before, 'previousSibling'), source);
}

function isLike(image: LightElement | undefined, source: string): boolean {
  return image?.getAttribute('src') === source;
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
