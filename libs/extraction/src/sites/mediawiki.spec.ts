import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

describe('isMediaWikiEditSection', () => {
  it('removes the edit links of a heading', () => {
    const html =
      '<h2><span class="mw-headline" id="Use">Use</span><span class="mw-editsection"><span>[</span>' +
      '<a href="/w/index.php?title=A&action=edit&section=1">edit</a><span>]</span></span></h2>';
    expect(toMarkdown(parseHtml(html).root)).toBe('## Use');
  });
});
