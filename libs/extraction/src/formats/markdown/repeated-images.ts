import type { LightElement, LightNode } from '../../tree/light-node';
import { findAround } from './blocks';

const LINKS: ReadonlySet<string> = new Set(['A']);
/** Each of them may show the same as the one before. */
const PLACES = new Set('DD DT LI TD TH TR'.split(' '));
/** Nodes between the two. */
const MAX_STEPS = 16;
/** Characters. Stars of a rating are called `star`, and their number tells something. */
const SIGN = 12;
const DRAWING = /\.(?:gif|svg)(?:$|[?#])/i;

/** Whether an image is the one right before it once more: for another width, for those without scripts, for a hover. */
export function isRepeatedImage(image: LightElement): boolean {
  const before = imageBefore(image);
  const source = image.getAttribute('src') ?? '';
  if (before === undefined || before.getAttribute('src') !== source) return false;
  const alt = image.getAttribute('alt')?.trim() ?? '';
  const isSign = alt === '' ? DRAWING.test(source) : alt.length <= SIGN;
  if (isSign || (alt !== '' && alt !== before.getAttribute('alt')?.trim())) return false;
  return findAround(image, LINKS) === findAround(before, LINKS);
}

/** With no text between them. */
function imageBefore(image: LightElement): LightElement | undefined {
  let node: LightNode = image;
  for (let step = 0; step < MAX_STEPS; step++) {
    const beside: LightNode | null = node.previousSibling;
    if (beside === null) {
      const around: LightElement | null = node.parentNode;
      if (around === null || PLACES.has(around.nodeName)) return undefined;
      node = around;
      continue;
    }
    node = beside;
    while (node.nodeType !== 3 && node.lastChild !== null && step++ < MAX_STEPS) node = node.lastChild;
    if (node.nodeType === 3) {
      if (node.data.trim() !== '') return undefined;
    } else if (node.nodeName === 'IMG') return node;
  }
  return undefined;
}
