import { isHiddenByMarkup } from '../tree/hidden-by-markup';
import type { LightElement } from '../tree/light-node';
import { detach } from '../tree/walk';
import { type BlockElements, cutIntoBlocks, type PageBlocks } from './text-blocks';

/** Microdata properties of the text of a post, an article or a review. */
const TEXT = /^(?:articleBody|description|reviewBody|text)$/;
/** Classes of common style sheets that hide an element, unless another class shows it on some screens. */
const HIDDEN = /(?:^|\s)(?:hidden|d-none)(?:\s|$)/;
const SHOWN_ON_SOME = /[:-](?:block|contents|flex|grid|inline|inline-block|inline-flex|table|visible)(?:\s|$)/;
const SHOWN = -1;
/** Maximum number of characters of the class attribute that are read. */
const MAX_CLASSES = 400;

/**
 * The blocks of `root`. Removes hidden copies of visible text from the tree: some forums repeat the first post for search
 * engines, and the model scores copies low.
 */
export function cutIntoShownBlocks(root: LightElement): PageBlocks {
  const page = cutIntoBlocks(root);
  const copies = findHiddenCopies(page);
  for (const copy of copies) detach(copy);
  return copies.length === 0 ? page : cutIntoBlocks(root);
}

function findHiddenCopies({ blocks, elements }: PageBlocks): LightElement[] {
  const { node, first, end } = elements;
  const isText = (element: LightElement): boolean => {
    const property = element.getAttribute('itemprop');
    return property !== null && TEXT.test(property);
  };
  if (!node.some(isText)) return [];
  const hiddenIn = findHidden(elements);
  const hidden = new Set(hiddenIn.filter((_, index) => isText(node[index] as LightElement)));
  hidden.delete(SHOWN);
  if (hidden.size === 0) return [];
  const isShown = new Uint8Array(blocks.length).fill(1);
  hiddenIn.forEach((outermost, index) => {
    if (outermost === index) isShown.fill(0, first[index], end[index]);
  });
  // Compared by text node, because a visible block may contain more text.
  const shown = new Set<string>();
  blocks.forEach(({ nodes }, index) => {
    if (isShown[index] === 1) for (const { data } of nodes) shown.add(data.trim());
  });
  const isCopy = (index: number): boolean =>
    blocks.slice(first[index], end[index]).every(({ nodes }) => nodes.every(({ data }) => shown.has(data.trim())));
  return [...hidden].filter(isCopy).map((index) => node[index] as LightElement);
}

/** By element: its outermost hidden ancestor or self, or `SHOWN`. */
function findHidden({ node, parent }: BlockElements): Int32Array {
  const hiddenIn = new Int32Array(node.length);
  node.forEach((element, index) => {
    const outer = parent[index] as number;
    const around = outer === -1 ? SHOWN : (hiddenIn[outer] as number);
    hiddenIn[index] = around === SHOWN && isHidden(element) ? index : around;
  });
  return hiddenIn;
}

function isHidden(element: LightElement): boolean {
  const classes = element.getAttribute('class')?.slice(0, MAX_CLASSES);
  if (classes !== undefined && HIDDEN.test(classes)) return !SHOWN_ON_SOME.test(classes);
  return isHiddenByMarkup(element);
}
