import { parseHtml } from '../tree/parse-html';
import { elementsOf, textOf } from '../tree/walk';

/**
 * The text in a browser's viewer: browsers put JSON and plain text into a page with one `pre`. Undefined when the
 * rendered DOM is not such a page.
 */
export function readViewerText(renderedDom: string): string | undefined {
  const { body } = parseHtml(renderedDom);
  const first = body.firstChild;
  if (first === null || first.nodeType === 3 || first.localName !== 'pre') return undefined;
  for (const element of elementsOf(body)) {
    if (element !== first && element.parentNode === body && textOf(element).trim() !== '') return undefined;
  }
  return textOf(first);
}
