import type { LightElement, LightNode } from '../tree/light-node';
import type { ParsedPage } from '../tree/parse-html';
import { createFragment, detach, nextAfter, nextNode } from '../tree/walk';
import { findByText, findElements, isTextPattern } from './find-elements';

const KEPT = new Set(['html', 'body']);

/** Moves the outermost matching elements into a fragment, in document order. Undefined without valid selectors. */
export function takeIncluded(
  page: ParsedPage,
  selectors: readonly string[],
  warnings: string[],
): LightElement | undefined {
  const { elements, isAsked } = findElements(page.root, selectors, 'includeTags', warnings);
  if (!isAsked) return undefined;
  if (elements.size === 0) warnings.push('No element of the page matches includeTags.');
  const fragment = createFragment();
  let node: LightNode | null = page.root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3 || !elements.has(node)) {
      node = nextNode(node, page.root);
      continue;
    }
    const following: LightNode | null = nextAfter(node, page.root);
    detach(node);
    fragment.appendChild(node);
    node = following;
  }
  return fragment;
}

/** Removes matching elements. `*text*` matches tag names and attributes that contain the text. */
export function removeExcluded(root: LightElement, selectors: readonly string[], warnings: string[]): void {
  if (selectors.length === 0) return;
  const patterns = selectors.filter(isTextPattern);
  const byText = patterns.length > 0 ? findByText(root, patterns) : [];
  const { elements } = findElements(
    root,
    selectors.filter((selector) => !isTextPattern(selector)),
    'excludeTags',
    warnings,
  );
  for (const element of [...byText, ...elements]) if (!KEPT.has(element.localName)) detach(element);
}
