import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

describe('isXenForoFold', () => {
  it('removes the controls that expand and shrink a quotation', () => {
    const html =
      '<blockquote class="bbCodeBlock bbCodeBlock--expandable"><div class="bbCodeBlock-expandContent">Yes.</div>' +
      '<div class="bbCodeBlock-expandLink js-expandLink"><a role="button">Click to expand...</a></div>' +
      '<div class="bbCodeBlock-shrinkLink"><a role="button">Click to shrink...</a></div></blockquote>';
    expect(toMarkdown(parseHtml(html).root)).toBe('> Yes.');
  });
});
