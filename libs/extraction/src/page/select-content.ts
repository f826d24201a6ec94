import type { ScrapeSpec } from '@orbweaver/core';
import { replaceAmpElements } from '../sites/amp';
import type { LightElement } from '../tree/light-node';
import { elementsNamed, forgetNoted } from '../tree/noted-elements';
import type { ParsedPage } from '../tree/parse-html';
import { isFormulaScript, UNREAD } from '../tree/unread-elements';
import { detach, nextAfter, nextNode, textOf, unwrap } from '../tree/walk';
import { showLazyImages } from './lazy-images';
import { removeExcluded, takeIncluded } from './select-tags';

const NEVER_SHOWN = ['head', 'meta', 'noscript', 'style', 'script'];
/** Characters. A page with less visible text may have its content in `noscript` (Discourse). */
const FEW = 600;
/** Ratio of `noscript` text to visible text above which it is the content. */
const MANY_TIMES = 4;

/** Applies `includeTags` and `excludeTags` and removes elements that are never shown. Destroys `page`. */
export function selectElements(page: ParsedPage, spec: ScrapeSpec, warnings: string[]): LightElement {
  revealContent(page);
  const root = takeIncluded(page, spec.includeTags, warnings) ?? page.root;
  removeUnshown(root);
  removeExcluded(root, spec.excludeTags, warnings);
  return root;
}

/** Shows lazy images and the content of `noscript`. @public of the training. */
export function revealContent(page: ParsedPage): void {
  showLazyImages(page.root);
  openNoscript(page);
}

/** Removes elements that are never shown. @public of the training. */
export function removeUnshown(root: LightElement): void {
  replaceAmpElements(root);
  for (const element of elementsNamed(root, ...NEVER_SHOWN)) if (!isFormulaScript(element)) detach(element);
  forgetNoted(root);
}

function openNoscript({ root, head, body }: ParsedPage): void {
  const hidden = elementsNamed(root, 'noscript').filter((element) => element.parentNode !== head);
  const length = hidden.reduce((sum, element) => sum + textOf(element).trim().length, 0);
  if (length < FEW) return;
  const shown = countShown(body);
  if (shown < FEW || length > MANY_TIMES * shown) for (const element of hidden) unwrap(element);
}

/** Characters of visible text, without surrounding white space. */
function countShown(body: LightElement): number {
  let count = 0;
  for (let node = body.firstChild; node !== null; ) {
    if (node.nodeType === 3) count += node.data.trim().length;
    node = node.nodeType !== 3 && UNREAD.has(node.localName) ? nextAfter(node, body) : nextNode(node, body);
  }
  return count;
}
