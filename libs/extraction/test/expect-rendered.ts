import { outlineHtml } from './outline-html';
import { RENDERERS } from './render-markdown';

/** Expects that rendered `markdown` has the structure of `html`. */
export function expectRendered(markdown: string, html: string): void {
  const outline = outlineHtml(html);
  for (const [name, render] of RENDERERS) {
    expect(`${name}\n${outlineHtml(render(markdown))}`).toBe(`${name}\n${outline}`);
  }
}
