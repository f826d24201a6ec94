import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';

const markdownIt = new MarkdownIt({ html: true, linkify: true });
markTasks(markdownIt);
const marked = new Marked({ gfm: true, async: false });

/** Two independent renderers of GFM. */
export const RENDERERS: [name: string, render: (markdown: string) => string][] = [
  ['markdown-it', (markdown) => markdownIt.render(markdown)],
  ['marked', (markdown) => marked.parse(markdown) as string],
];

/** Adds tasks to markdown-it: an unescaped `[x]` at the start of an item. */
function markTasks(renderer: MarkdownIt): void {
  renderer.core.ruler.before('text_join', 'tasks', ({ tokens, Token }) => {
    tokens.forEach((token, index) => {
      const first = token.children?.[0];
      if (tokens[index - 2]?.type !== 'list_item_open' || first?.type !== 'text') return;
      const mark = /^\[([ xX])\] /.exec(first.content)?.[1];
      if (mark === undefined) return;
      first.content = first.content.slice(4);
      const box = new Token('html_inline', '', 0);
      box.content = `<input type="checkbox"${mark === ' ' ? '' : ' checked'}> `;
      token.children?.unshift(box);
    });
  });
}
