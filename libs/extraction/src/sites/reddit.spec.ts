import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

describe('isRedditFold', () => {
  it('removes the control that collapses a comment', () => {
    const html =
      '<p class="tagline"><a href="javascript:void(0)" class="expand">[–]</a><a href="/user/ada">ada</a></p>';
    expect(toMarkdown(parseHtml(html).root)).toBe('[ada](/user/ada)');
  });

  it('keeps links to pages', () => {
    expect(toMarkdown(parseHtml('<a class="expand" href="/all">more</a>').root)).toBe('[more](/all)');
  });
});
