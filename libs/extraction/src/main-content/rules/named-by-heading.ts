import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Characters of a heading. */
const MAX_HEADING = 60;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Whether the id of an element, by its number, says the heading that it is or begins with, as documentation makes them:
 * `<h2 id=share>Share ¶</h2>`. Such an id tells what is written about, and not what the element is for.
 */
export function isNamedByHeading({ blocks, elements, headings }: PageView, element: number): boolean {
  const first = elements.first[element] as number;
  const id = (elements.node[element] as LightElement).getAttribute('id');
  if (id === null || (headings[first] ?? 0) === 0) return false;
  const words = (blocks[first] as TextBlock).text.slice(0, MAX_HEADING).toLowerCase().match(WORD) ?? [];
  return id.toLowerCase().replaceAll('_', '-') === words.join('-');
}
