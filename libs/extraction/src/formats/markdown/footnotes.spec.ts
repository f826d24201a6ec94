import { RENDERERS } from '../../../test/render-markdown';
import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('prepareFootnotes', () => {
  it.each([
    [
      'items of a list',
      '<p>A<sup id=fnref1><a href="#fn1">1</a></sup> and<sup id=fnref2><a href="#fn2">[2]</a></sup>.</p><section><ol><li id=fn1><p>One note <a href="#fnref1">↩</a></p></li><li id=fn2><p>Two <b>notes</b> <a href="#fnref2">↩︎</a></p></li></ol></section>',
      'A[^1] and[^2].\n\n[^1]: One note\n\n[^2]: Two **notes**',
    ],
    [
      'MediaWiki, whose addresses are absolute, and an item that nothing refers to',
      '<p>See<sup id=cite_ref-1><a href="https://w.example/X#cite_note-1">[1]</a></sup>,<sup id=cite_ref-3><a href="https://w.example/X#cite_note-3"><span>[</span>3<span>]</span></a></sup></p><ol><li id=cite_note-1><span class=mw-cite-backlink><b><a href="https://w.example/X#cite_ref-1">^</a></b></span> <span>Smith, Ideas</span></li><li id=cite_note-2>unused</li><li id=cite_note-3>^ <a href="https://w.example/X#cite_ref-3">^</a> text three</li></ol>',
      'See[^1],[^3]\n\n[^1]: Smith, Ideas\n\n2. unused\n\n[^3]: text three',
    ],
    [
      'paragraphs that begin with their number',
      '<p>W<a href="#_ftn1" name=_ftnref1>[1]</a></p><div><p><a href="#_ftnref1" name=_ftn1>[1]</a> From Word.</p></div>',
      'W[^1]\n\n[^1]: From Word.',
    ],
    [
      'boxes of several paragraphs',
      '<p>S<a id=footnote-anchor-1 href="#footnote-1">1</a></p><div><a id=footnote-1 href="#footnote-anchor-1">1</a><div><p>One.</p><p>Two.</p></div></div>',
      'S[^1]\n\n[^1]: One.<br>Two. \u2060',
    ],
    [
      'Sphinx',
      '<p>S<a class="footnote-reference brackets" href="#id2" id=id1><span>[</span>1<span>]</span></a></p><aside class="footnote brackets" id=id2><span class=label><span>[</span><a href="#id1">1</a><span>]</span></span><p>The note.</p></aside>',
      'S[^1]\n\n[^1]: The note.',
    ],
    [
      'two of the same number',
      '<p>a<sup><a href="#fn-a">1</a></sup></p><p id=fn-a>1. First of them</p><p>b<sup><a href="#fn-b">1</a></sup></p><p id=fn-b>1. Second of them</p>',
      'a[^1]\n\n[^1]: First of them\n\nb[^1-2]\n\n[^1-2]: Second of them',
    ],
    [
      'one of a word, without a comment behind it',
      '<p>x<sup><a href="#fn1">1</a></sup></p><ol><li id=fn1>Ibid.</ol>',
      'x[^1]\n\n[^1]: Ibid. \u2060',
    ],
    ['links without a target', '<p>x<sup><a href="#fn7">7</a></sup></p>', 'x<sup>[7](#fn7)</sup>'],
    [
      'a heading at the other end',
      '<p>x<sup><a href="#s1">1</a></sup></p><h2 id=s1>One</h2>',
      'x<sup>[1](#s1)</sup>\n\n## One',
    ],
    [
      'several raised links, and one in brackets',
      '<p>x<sup><a href="#d">1</a>, <a href="#d">2</a></sup> y<sup><a href="#d">[3]</a></sup> z<sup>[<a href="/n">note 1</a>]</sup></p>',
      'x<sup>[1](#d), [2](#d)</sup> y[\\[3\\]](#d) z<sup>[[note 1](/n)]</sup>',
    ],
    ['other links', '<p><a href="#b">b of c</a></p><p id=b>text</p>', '[b of c](#b)\n\ntext'],
  ])('handles %s', (_title, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each(['Ibid.', '<a href="/x">Source</a>', 'Smith (2010)', 'Smith "Ideas"'])(
    'show their text to who knows none: %s',
    (note) => {
      const written = convert(`<p>a<sup><a href="#fn1">1</a></sup></p><ol><li id=fn1>${note}</ol>`);
      for (const [, render] of RENDERERS) {
        expect(render(written).replace(/&quot;/g, '"')).toContain(note);
      }
    },
  );
});
