import type { ScrapeSpec } from '@orbweaver/core';
import type { LightElement } from '../tree/light-node';
import type { ParsedPage } from '../tree/parse-html';
import { detach, elementsOf, textOf, unwrap } from '../tree/walk';
import { showLazyImages } from './lazy-images';
import { keepMainContent } from './main-content';
import { removeExcluded, takeIncluded } from './select-tags';

const NEVER_SHOWN = new Set(['head', 'meta', 'noscript', 'style', 'script']);
/** Characters. Below this a page may keep its content in its noscript elements (Discourse keeps whole threads there). */
const FEW = 600;

/**
 * The part of the page that the caller asked for. What he names himself counts: with includeTags, main content is
 * not looked for. Destroys `page`. Returns the page's root or a fragment of the included elements.
 */
export function selectContent(page: ParsedPage, spec: ScrapeSpec, warnings: string[]): LightElement {
  showLazyImages(page.body);
  openNoscript(page.body);
  const included = takeIncluded(page, spec.includeTags, warnings);
  const root = included ?? page.root;
  for (const element of [...elementsOf(root)]) if (NEVER_SHOWN.has(element.localName)) detach(element);
  removeExcluded(root, spec.excludeTags, warnings);
  if (spec.onlyMainContent && included === undefined) keepMainContent(root);
  return root;
}

function openNoscript(body: LightElement): void {
  const hidden = [...elementsOf(body)].filter((element) => element.localName === 'noscript');
  const length = hidden.reduce((sum, element) => sum + textOf(element).trim().length, 0);
  if (length < FEW) return;
  let shown = textOf(body).trim().length - length;
  for (const element of elementsOf(body)) {
    if (element.localName === 'script' || element.localName === 'style') shown -= textOf(element).length;
  }
  if (shown < FEW) for (const element of hidden) unwrap(element);
}
