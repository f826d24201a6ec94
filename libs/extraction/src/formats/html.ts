import type { LightElement } from '../tree/light-node';
import { serializeChildren } from '../tree/serialize-html';

/** The selected part of a page as HTML: a whole document, or the included elements one after the other. */
export function toHtml(root: LightElement): string {
  const html = serializeChildren(root);
  return root.firstChild?.nodeType === 1 && root.firstChild.localName === 'html' ? `<!DOCTYPE html>${html}` : html;
}
