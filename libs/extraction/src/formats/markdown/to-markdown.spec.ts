import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('toMarkdown', () => {
  it.each([
    ['headings', '<h1>A <b>b</b></h1><h3>C<br>d</h3>', '# A **b**\n\n### C d'],
    ['a heading that ends in #', '<h2>C #</h2><h2>F#</h2>', '## C \\#\n\n## F#'],
    ['a heading without its anchor link', '<h2>Title<a class=anchor href="#title">#</a></h2>', '## Title'],
    [
      'a heading that was never closed',
      `<h1>T<div>${'words '.repeat(100)}</div><p>p</p>`,
      `T\n\n${'words '.repeat(100).trim()}\n\np`,
    ],
    ['a heading that is bold', '<h2><b>Use</b></h2><h2><b>a</b> b</h2>', '## Use\n\n## **a** b'],
    [
      'a heading without the tools that wait in it',
      '<h1>IAM<x-actions hidden>Save this page</x-actions></h1><h2><span hidden>Soon</span></h2>',
      '# IAM\n\n## Soon',
    ],
    [
      'headings that are so by their role',
      '<div role=heading aria-level=2>Use</div><a href=/x><div role=heading aria-level=2>x</div></a><p role=heading aria-level=7>y</p><ul><li><div role=heading aria-level=2>z</div></ul><dl><dt><div role=heading aria-level=2>t</div></dt></dl><x-title role=heading aria-level=3>X<p role=heading aria-level=2>1</p></x-title>',
      '## Use\n\n[x](/x)\n\ny\n\n- z\n\nt\n\n### X 1',
    ],
    ['paragraphs and line breaks', '<p>a<br>b</p><p>c<br><br>d<br></p>', 'a  \nb\n\nc\n\nd'],
    [
      'no such numbers where they are a power, a note, or apart, and no others',
      '<p>$5<sup>10</sup> 549<sup>00</sup> $5.49<sup>99</sup> $5 <sup>99</sup> $5<sup>999</sup> $5<sup><a href=/n>99</a></sup> $1k<sup>99</sup></p>',
      '$5<sup>10</sup> 549<sup>00</sup> $5.49<sup>99</sup> $5 <sup>99</sup> $5<sup>999</sup> $5<sup>[99](/n)</sup> $1k<sup>99</sup>',
    ],
    [
      'no exponent and no footnote link as cents',
      '<p>$400<sup>12</sup> US$10<sup>12</sup> <span class=price>19<sup>99</sup></span> <span class=price>$12.50<sup><a href=/n>12</a></sup></span> $12.50<sup>.10</sup></p>',
      '$400<sup>12</sup> US$10<sup>12</sup> 19<sup>99</sup> $12.50<sup>[12](/n)</sup> $12.50<sup>.10</sup>',
    ],
    ['emphasis', '<p><em>a</em> <strong>b</strong> <del>c</del> x<i>y</i>z</p>', '*a* **b** ~~c~~ x*y*z'],
    ['adjacent emphasis', '<b>a</b><strong>b</strong> <b>c</b>', '**ab** **c**'],
    ['emphasis in the same emphasis', '<b><strong>a</strong></b> <i>a <em>b</em></i>', '**a** *a _b_*'],
    [
      'emphasis that is the whole content of another',
      '<b><i>a</i></b> <i><b>b</b></i> c<b><i>d</i></b>',
      '**_a_** ***b*** c***d***',
    ],
    [
      'emphasis whose stars would run together in HTML',
      '<p><b>x<i>y</i></b><i>z</i> <b>a</b><i><b>b</b>c</i> <i>d</i><span><i>e</i></span> <b>f</b><i>g</i></p>',
      '<strong>x<em>y</em></strong>*z* **a**<em><strong>b</strong>c</em> *d*<em>e</em> **f***g*',
    ],
    [
      'no emphasis of the sign behind a link',
      '<a href="/x"><b>a</b></a><b>.</b> <a href="/y"><i>b</i></a><i>?</i>',
      '[**a**](/x). [*b*](/y)?',
    ],
    ['emphasis that punctuation would break, as HTML', 'a<b><code>b</code></b>c', 'a<strong>`b`</strong>c'],
    ['emphasis that ends in punctuation within a word', '<b>x:</b>y a<b>"q"</b>b', '**x**:y a"**q**"b'],
    [
      'emphasis that starts with the character that ends the previous link',
      '<a href=/a>a</a><em>, who</em>',
      '[a](/a), *who*',
    ],
    ['emphasis that ends with the character that starts the next', 'b <em>not (</em>that)', 'b *not* (that)'],
    ['emphasis after emphasis that ends with a space', '<i>a </i><b><i>b</i></b><i> c</i>', '*a* **_b_** *c*'],
    ['emphasis around a break', '<b>a<br></b>b', '**a**  \nb'],
    ['emphasis around paragraphs in each of them', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['no unclosed emphasis', `<b><p>a</p>${'<p>word</p>'.repeat(600)}`, `a${'\n\nword'.repeat(600)}`],
    [
      'boxes of a line apart',
      '<button>Accept all</button><button>Reject all</button><label>a</label>b',
      'Accept all Reject all a b',
    ],
    [
      'spans that styles make lines of apart',
      '<p><span>Notes</span><span class=x>Written by all</span><span class=y>Now</span>s</p>',
      'Notes Written by all Nows',
    ],
    [
      'numbers that styles make boxes of apart',
      '<p><span class=price>€ 900</span><span class=size>40 m²</span><span class=rooms>3</span></p>',
      '€ 900 40 m² 3',
    ],
    [
      'words and numbers in parts as one',
      '<p>Java<span class=hl>Script</span> You<span>Tube</span> <span class=d>1</span><span class=d>2</span></p>',
      'JavaScript YouTube 12',
    ],
    [
      'nothing of blocks that hold a non-breaking space',
      'a<div>&nbsp;</div>b<div><b><span>&nbsp;</span></b></div>c<p>&nbsp;</p><p><i>d<br>&nbsp;</i></p><p><span>e<br>&nbsp;</span></p>',
      'a\n\nb\n\nc\n\n*d*\n\ne',
    ],
    ['short quotations in their marks', '<p>a <q>b</q></p>', 'a "b"'],
    ['adjacent code as one', '<p><code>a</code><code>b</code></p>', '`ab`'],
    ['no invisible characters', '<p>a&shy;b&#8203;c<wbr>d&#xfeff;</p>', 'abcd'],
    ['no breaks at block edges', '<div><br>a<br></div><p><i><br>b</i></p>', 'a\n\n*b*'],
    ['a list after text with a blank line', '<ul><li>a<ol start=3><li>b</ol></ul>', '- a\n\n  3. b'],
    ['adjacent lists in other elements', '<div><ul><li>a</ul></div><div><ul><li>b</ul></div>', '- a\n\n* b'],
    ['no empty items except numbered ones', '<ul><li>a<li></ul><ol><li>b<li><li>c<li></ol>', '- a\n\n1. b\n2. \n3. c'],
    [
      'no items that draw something',
      '<ol><li>a<li aria-hidden=true><svg><path/></svg><li>b<li><a><i></i></a><li>c</ol>',
      '1. a\n2. b\n3. c',
    ],
    [
      'items that are links with a label',
      '<ol><li><a href=/a aria-label=a><svg></svg></a><li>b</ol>',
      '1. [a](/a)\n2. b',
    ],
    ['items with visible content', '<ol><li>a<li><img src=/b.png><li>c</ol>', '1. a\n2. ![](/b.png)\n3. c'],
    ['code', '<p><code>a_b*c</code> <code>x ` y</code> <code>a<br>b</code></p>', '`a_b*c` ``x ` y`` `a b`'],
    [
      'a listing',
      '<pre><code class="language-ts">let a;\n\n  b &lt; c\n</code></pre>',
      '```ts\nlet a;\n\n  b < c\n```',
    ],
    ['a code block without code', '<pre>\na\n  b</pre>', '```\na\n  b\n```'],
    ['breaks and line elements in a code block', '<pre>a<br>b<div>c</div><div>d</div></pre>', '```\na\nb\nc\nd\n```'],
    ['a code block that contains a fence', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    [
      'a listing whose language stands around it',
      '<div class="highlight-source-js"><pre>x</pre></div>',
      '```js\nx\n```',
    ],
    [
      'a listing without its line numbers',
      '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>',
      '```\na\nb\n```',
    ],
    [
      'a listing in a table of line numbers',
      '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
      '```\na\nb\n```',
    ],
    ['lists', '<ul><li>a<li>b<ul><li>c</ul></ul>', '- a\n- b\n  - c'],
    ['numbered lists', '<ol start=9><li>a<li>b<p>c</p><li value=20>d</ol>', '9. a\n10. b\n\n    c\n\n20. d'],
    ['lists that count down', '<ol reversed><li>a<li>b<li>c</ol>', '3. a\n2. b\n1. c'],
    ['a list as a child of a list', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['adjacent lists', '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>', '- a\n\n* b\n\n1. c\n\n1) d'],
    ['tasks', '<ul><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>', '- [x] a\n- [ ] b'],
    [
      'a quote that a forum folds',
      '<blockquote>a<div class="bbCodeBlock-expandLink js-expandLink"><a>Click to expand...</a></div></blockquote><div class="bbCodeBlock-shrinkLink"><a>Click to shrink...</a></div>',
      '> a',
    ],
    ['quotes', '<blockquote><p>a</p><blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
    ['a rule', 'a<hr>b', 'a\n\n* * *\n\nb'],
    ['links', '<a href="/x" title="t &quot;q&quot;">a</a>', '[a](/x "t \\"q\\"")'],
    ['a link with an additional title', '<a href="/x" title="Sudo (manual)">Sudo</a>', '[Sudo](/x "Sudo (manual)")'],
    [
      'a link whose title says no more',
      '<a href="/x" title="The *Sudo*\n manual">the <b>*sudo*</b> manual</a>',
      '[the **\\*sudo\\*** manual](/x)',
    ],
    ['a link labelled by its title', '<a href="/x" title="Home"><svg></svg></a>', '[Home](/x)'],
    ['an image with a redundant title', '<img src="/x.png" alt="A cat" title="A cat">', '![A cat](/x.png)'],
    ['an image described only by its title', '<img src="/x.png" title="A cat">', '![](/x.png "A cat")'],
    [
      'addresses with parentheses and spaces',
      '<a href="/a_(b)">1</a> <a href="/a)b">2</a> <a href="/a b">3</a>',
      '[1](/a_(b)) [2](/a\\)b) [3](</a b>)',
    ],
    [
      'a link around blocks as one line',
      '<a href=/x><div>a</div><p>b</p></a><a href=/y><p>c</p></a>',
      '[a b](/x)\n\n[c](/y)',
    ],
    [
      'a link around a heading inside it',
      '<a href=/x><img src=i.png><h3>T</h3><p>p</p></a>',
      '![](i.png)\n\n### [T](/x)\n\np',
    ],
    ['a link around a list on its first words', '<a href=/x><ul><li>a<li>b</ul></a>', '- [a](/x)\n- b'],
    [
      'a link with an icon by its label',
      '<a href=/x aria-label="Home [1]"><svg></svg></a><a href=/y></a>',
      '[Home \\[1\\]](/x)',
    ],
    ['a script link as text', '<a href="javascript:x()">a</a>', 'a'],
    ['images', '<img src=a.png alt="x [y]\nz"><img alt=no>', '![x [y] z](a.png)'],
    ['an inlined image unchanged', '<img alt=x src="data:image/png;base64,AAAA">', '![x](data:image/png;base64,AAAA)'],
    [
      'the placeholder of a removed image as it is',
      '<img alt=x src="<Base64-Image-Removed>">',
      '![x](<Base64-Image-Removed>)',
    ],
    [
      'a frame without content as a link to it',
      '<div data-original-tag=iframe src="https://v.example/e" title="A video"></div><div data-original-tag=iframe src="https://v.example/f"></div>',
      '[A video](https://v.example/e)\n\n[v.example](https://v.example/f)',
    ],
    [
      'nothing of a frame that is hidden, or that has its content',
      '<div data-original-tag=iframe src="https://v.example/e" width=1 height=1></div><div data-original-tag=iframe src="https://v.example/f"><p>x</p></div>',
      'x',
    ],
    ['cells outside of tables', '<div><td>a</td><th>b</th></div><table><b><td>c</table>', 'a\n\nb\n\nc'],
    ['definitions as lines', '<dl><dt>a</dt><dd>b</dd></dl>', 'a\n\nb'],
    [
      'formulas once',
      '<span class=katex><span class=katex-mathml><math><mi>x</mi><annotation encoding="application/x-tex">x^2_a</annotation></math></span><span class="katex-html">x2</span></span>',
      '$x^2_a$',
    ],
    [
      'nothing of scripts, drawings and frames',
      '<p>a<script>x</script><style>x</style><svg><text>x</text></svg><iframe>x</iframe><template>x</template></p>',
      'a',
    ],
    ['only the white space of the source', '<p>  a \n <b> b </b>\n c</p>\n\n<div> </div><p>d</p>', 'a **b** c\n\nd'],
    [
      'emphasis beside letters of other emphasis in HTML',
      '<p><i>a<b>b </b>c</i> <b>d <i>e</i> f</b></p>',
      '*a<strong>b</strong> c* **d *e* f**',
    ],
    ['CJK emphasis', '<p>これは<b>「大事」</b>です</p>', 'これは「**大事**」です'],
    [
      'links that a script handles as text',
      '<a href="#">日本語</a><a href="#">繁體</a> x <a href="javascript:">More</a>',
      '日本語 繁體 x More',
    ],
  ])('writes %s', (_title, html, expected) => {
    expect(convert(html)).toBe(expected);
  });

  it.each([
    ['tags', 'a &lt;div> b &lt;/p> 1 &lt; 2', 'a \\<div> b \\</p> 1 < 2'],
    ['entities', '&amp;copy; &amp;#35; AT&amp;T &amp; x', '\\&copy; \\&#35; AT&T & x'],
    [
      'stars and underscores',
      '*a* 2 * 3 snake_case_name __init__ _a_',
      '\\*a\\* 2 * 3 snake_case_name \\_\\_init\\_\\_ \\_a\\_',
    ],
    ['backticks, brackets, backslashes', '`a` [b](c) C:\\dir \\*', '\\`a\\` [b\\](c) C:\\dir \\\\*'],
    [
      'marks without a partner as they are',
      'Price* 5 * 3 a ` b ~5 km _x [1] [a][b] f(x)[0] a_b_c 2*3',
      'Price* 5 * 3 a ` b ~5 km _x [1] [a][b] f(x)[0] a_b_c 2*3',
    ],
    [
      'delimiters next to those of elements',
      '*<i>a</i> b*<code>c</code> !<a href=/x>d</a>',
      '\\**a* b\\*`c` \\![d](/x)',
    ],
    ['definitions, tasks and notes', '<p>[a]: b</p><ul><li>[x] c [^1]</ul>', '\\[a]: b\n\n- \\[x] c \\[^1]'],
    [
      'the start of blocks after a break',
      'a<br># b<br>1. c<br>===<br>| --- |<br>- d',
      'a  \n\\# b  \n1\\. c  \n\\===  \n\\| --- |  \n\\- d',
    ],
    ['no block marker where none is possible', '<h2>1. a</h2><h2>- b</h2><h2># c</h2>', '## 1. a\n\n## - b\n\n## # c'],
    [
      'addresses that no backslash may be in',
      'https://x.example/_a_?b=*c* www.x.example/_a_ https://x.example/a_b',
      '<https://x.example/_a_?b=*c>\\* www\\.x.example/\\_a\\_ https://x.example/a_b',
    ],
    ['a delimiter in another element', '<b>1</b>. a<p><span>2</span>. b</p>', '**1**. a\n\n2\\. b'],
    ['tildes', '~~a~~', '\\~\\~a\\~\\~'],
    ['a lone tilde', '~5 km', '~5 km'],
    ['the start of a list', '<p>- a</p><p>+ b</p><p>1. c</p><p>2) d</p>', '\\- a\n\n\\+ b\n\n1\\. c\n\n2\\) d'],
    [
      'what only resembles the start of a list',
      '<p>-5 degrees</p><p>1.5 km</p><p>+1 vote</p>',
      '-5 degrees\n\n1.5 km\n\n+1 vote',
    ],
    [
      'the start of other blocks',
      '<p># a</p><p>> b</p><p>---</p><p>===</p><p>#tag</p>',
      '\\# a\n\n\\> b\n\n\\---\n\n===\n\n#tag',
    ],
  ])('escapes %s', (_title, html, expected) => {
    expect(convert(html)).toBe(expected);
  });

  it.each([
    [
      'a header',
      '<table><thead><tr><th>A<th align=right>B</thead><tr><td>1<td>2</table>',
      '| A | B |\n| --- | --: |\n| 1 | 2 |',
    ],
    ['no header', '<table><tr><td>1<td>2<tr><td>3<td>4</table>', '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
    [
      'a bold first row',
      '<table><tr><td><b>A</b><td><b>B</b><tr><td>1<td>2</table>',
      '| **A** | **B** |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'pipes, also in code',
      '<table><tr><th>a|b<tr><td><code>x || y</code></table>',
      '| a\\|b |\n| --- |\n| `x \\|\\| y` |',
    ],
    [
      'blocks in cells',
      '<table><tr><th>A<tr><td><p>x</p><ul><li>y<li>z</ul></table>',
      '| A |\n| --- |\n| x<ul><li>y</li><li>z</li></ul> |',
    ],
    [
      'spans',
      '<table><tr><th colspan=2>A<th>B<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>',
      '| A |  | B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |',
    ],
    ['a caption', '<table><caption>C</caption><tr><th>A<tr><td>1</table>', 'C\n\n| A |\n| --- |\n| 1 |'],
    [
      'a link and an image',
      '<table><tr><th>A<tr><td><a href=/x>l</a> <img src=i></table>',
      '| A |\n| --- |\n| [l](/x) ![](i) |',
    ],
  ])('writes a table with %s', (_title, html, expected) => {
    expect(convert(html)).toBe(expected);
  });

  it.each([
    ['of one cell', '<table><tr><td>a</table>', 'a'],
    ['of one row', '<table><tr><td><p>a</p><td>b</table>', 'a\n\nb'],
    ['of one column', '<table><tr><td><img src=i>a<tr><td>b</table>', '![](i) a\n\nb'],
    [
      'with a table in it',
      '<table><tr><td>x</td><td><table><tr><th>A<tr><td>1</table></td></tr><tr><td>y<td>z</table>',
      'x\n\n| A |\n| --- |\n| 1 |\n\ny\n\nz',
    ],
    ['with headings', '<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>', '## a\n\nb\n\nc\n\nd'],
    ['with declared data', '<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>', 'a\n\nb\n\nc\n\nd'],
  ])('writes a layout table %s as blocks', (_title, html, expected) => {
    expect(convert(html)).toBe(expected);
  });
});
