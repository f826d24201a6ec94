import { outlineHtml } from './outline-html';
import { RENDERERS } from './render-markdown';

/** Expects that renderers make of `markdown` what `html` says. */
export function expectRendered(markdown: string, html: string): void {
  const outline = outlineHtml(html);
  for (const [name, render] of RENDERERS) {
    expect(`${name}\n${outlineHtml(render(markdown))}`).toBe(`${name}\n${outline}`);
  }
}
