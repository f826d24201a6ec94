import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

describe('isPhpbbSelectLink', () => {
  it('removes the link that selects a code block', () => {
    const html =
      '<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p>' +
      '<pre><code>ls -l</code></pre></div>';
    expect(toMarkdown(parseHtml(html).root)).toBe('Code:\n\n```\nls -l\n```');
  });
});
