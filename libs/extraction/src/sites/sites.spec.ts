import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

describe('rules for one generator', () => {
  it.each([
    [
      'the edit links of a heading (MediaWiki)',
      '<h2><span class="mw-headline" id="Use">Use</span><span class="mw-editsection"><span>[</span>' +
        '<a href="/w/index.php?title=A&action=edit&section=1">edit</a><span>]</span></span></h2>',
      '## Use',
    ],
    [
      'the link that selects a code block (phpBB)',
      '<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p>' +
        '<pre><code>ls -l</code></pre></div>',
      'Code:\n\n```\nls -l\n```',
    ],
    [
      'the control that collapses a comment (Reddit)',
      '<p class="tagline"><a href="javascript:void(0)" class="expand">[–]</a><a href="/user/ada">ada</a></p>',
      '[ada](/user/ada)',
    ],
    [
      'the controls that expand and shrink a quotation (XenForo)',
      '<blockquote class="bbCodeBlock bbCodeBlock--expandable"><div class="bbCodeBlock-expandContent">Yes.</div>' +
        '<div class="bbCodeBlock-expandLink js-expandLink"><a role="button">Click to expand...</a></div>' +
        '<div class="bbCodeBlock-shrinkLink"><a role="button">Click to shrink...</a></div></blockquote>',
      '> Yes.',
    ],
  ])('removes %s', (_title, html, markdown) => {
    expect(toMarkdown(parseHtml(html).root)).toBe(markdown);
  });

  it('keeps links of class "expand" to pages', () => {
    expect(toMarkdown(parseHtml('<a class="expand" href="/all">more</a>').root)).toBe('[more](/all)');
  });
});
