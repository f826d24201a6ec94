import type { Page } from 'puppeteer-core';
import { isolatedWorld } from '../isolated-world';

/** Whether the current document has text or visible elements. Rejects when it is replaced. */
export async function hasContent(page: Page): Promise<boolean> {
  return await isolatedWorld(page.mainFrame()).evaluate(bodyHasContent);
}

/** Runs in the isolated world of a page. */
function bodyHasContent(): boolean {
  const body: Element | null = Object.getOwnPropertyDescriptor(Document.prototype, 'body')!.get!.call(document);
  if (body === null) return false;
  const walker = Document.prototype.createTreeWalker.call(document, body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const isCode = /^(?:script|style|noscript|template)$/.test(node.parentElement?.localName ?? '');
    if (!isCode && (node.nodeValue ?? '').trim() !== '') return true;
  }
  return Element.prototype.querySelector.call(body, 'img, picture, svg, video, canvas, iframe, object, input') !== null;
}
