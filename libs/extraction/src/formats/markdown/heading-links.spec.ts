import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root, 'https://a.example/p');

describe('removeAnchorLinks', () => {
  it.each([
    ['with its own id', '<h2 id=use><a href="https://a.example/p#use">Use</a></h2>'],
    ['of a section with the id', '<section id=use><h2><a href="#use">Use</a></h2></section>'],
    ['after an anchor', '<a name=use></a><h2><a href="#use">Use</a></h2>'],
    ['if the link has the id', '<h2><a id=use href="#use">Use</a></h2>'],
    ['with an encoded URL', '<h2 id="ü"><a href="#%C3%BC">Use</a></h2>'],
    ['next to its path', '<h2 id=use>Use<a href="#use">#use</a></h2>'],
    ['with a linked image', '<h2 id=use>Use <a href="#use"><img src=/link.svg></a></h2>'],
    ['with an icon', '<h2 id=use>Use<a href="#use">¶</a></h2>'],
  ])('removes the link to the heading %s', (_, html) => {
    expect(convert(html)).toBe('## Use');
  });

  it.each([
    '<h1><div><div aria-hidden=true><a href="#h.x" aria-label="Copy link" role=button><svg></svg></a></div><span>Use</span></div></h1>',
    '<h1><div><div><a href="https://a.example/p#h.x" title=Copy><i></i></a></div></div>Use</h1>',
    '<h1>Use<a href="#h.x" aria-label="Copy link"><svg><title>Copy</title></svg></a></h1>',
  ])('removes links that only a script handles: %s', (html) => {
    expect(convert(html)).toBe('# Use');
  });

  it('keeps a labelled link that is the whole heading', () => {
    expect(convert('<h1><div><div><a href="#x" aria-label=Use><svg></svg></a></div></div></h1>')).toBe('# [Use](#x)');
  });

  it.each([
    ['<a class="header" href="#x"><code>&&</code></a>', '`&&`'],
    ['<a class="header" href="#x"><code>#</code></a>', '`#`'],
    ['<a href="#x">Link</a>', 'Link'],
    ['The <a href="#x"><code>??</code></a> operator', 'The `??` operator'],
    ['<a href="#x">??</a>', '??'],
    ['Of <a href="#x"><span class="katex">∑</span></a>', 'Of ∑'],
    ['<a href="#x" title="Permalink to this headline">Installation</a>', 'Installation'],
    ['Limits <a href="#x" title="Link to this section">since 2.0</a>', 'Limits since 2.0'],
    ['<a href="#x"><img src=/p.png alt="Product"></a>', '![Product](/p.png)'],
  ])('keeps the text of the heading: %s', (content, text) => {
    expect(convert(`<h2 id=x>${content}</h2>`)).toBe(`## ${text}`);
  });

  it.each(['<a href="#x">#</a>', '<a href="#x"></a>', '<a href="#x"><img src=/link.svg></a>'])(
    'removes a heading that contains only an anchor: %s',
    (anchor) => {
      expect(convert(`<h2 id=x>${anchor}</h2>y`)).toBe('y');
    },
  );

  it.each([
    [
      'to the part of another page that has the same name',
      '<section id=all><h3>Reviews <a href="https://a.example/product#all">(see all)</a></h3></section>',
      '### Reviews [(see all)](https://a.example/product#all)',
    ],
    [
      'to a page whose parts are called alike',
      '<article id=p1><h2><a href="https://blog.example/p#p1">One</a></h2></article>',
      '## [One](https://blog.example/p#p1)',
    ],
    ['to another place', '<h2 id=use><a href="#other">Use</a></h2>', '## [Use](#other)'],
    ['to another page', '<h2 id=use><a href="/use">Use</a></h2>', '## [Use](/use)'],
    [
      'to the section that holds other text',
      '<div id=use>x<h2><a href="#use">Use</a></h2></div>',
      'x\n\n## [Use](#use)',
    ],
    ['with an invalid URL', '<h2 id=use><a href="#%E0%A4%A">Use</a></h2>', '## [Use](#%E0%A4%A)'],
  ])('keeps a link %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    '<span class="mw-headline" id=use>Use</span><span class="mw-editsection">[<a href="/w?action=edit">edit</a>]</span>',
  ])('removes edit links: %s', (content) => {
    expect(convert(`<h2>${content}</h2>`)).toBe('## Use');
  });

  it.each([
    ['<a class="edit-link" href="/edit">Edit</a>', '[Edit](/edit)'],
    ['Use <span class="edit-linkage">edit</span>', 'Use edit'],
  ])('keeps other links: %s', (content, text) => {
    expect(convert(`<h2>${content}</h2>`)).toBe(`## ${text}`);
  });
});

it.each([
  [
    '<dl><dt id=f>f(x)<a class="headerlink" href="#f" title="Link to this definition">¶</a></dt><dd>y</dd></dl>',
    'f(x)',
  ],
  [
    '<div><h2 id=u>Use</h2><a href="#u"><i aria-hidden=true>#</i><span class=sr-only>Section titled "Use"</span></a></div>',
    '## Use',
  ],
  ['<p id=p>x<a class="headerlink" href="https://a.example/p#p">¶</a></p>', 'x'],
])('removes the anchor sign of %s', (html, text) => {
  expect(convert(html).split('\n')[0]).toBe(text);
});

it.each([
  ['<p>See <a href="#p4">§</a> and <a href="/x#y">🔗</a></p>', 'See [§](#p4) and [🔗](/x#y)'],
  ['<p>See <a href="https://b.example/p#q">¶</a></p>', 'See [¶](https://b.example/p#q)'],
  [
    '<h3>A</h3><a href="#a"><i aria-hidden=true>More</i> <b class=sr-only>More on A</b></a>',
    '### A\n\n[*More* **More on A**](#a)',
  ],
  [
    '<h3>A</h3><a href="/b#a"><i aria-hidden=true></i><b class=sr-only>More on A</b></a>',
    '### A\n\n[**More on A**](/b#a)',
  ],
  ['<h3>A</h3><p>a</p><a href="#a"><b class=sr-only>More on A</b></a>', '### A\n\na\n\n[**More on A**](#a)'],
  [
    '<p><a href="https://a.example/p#">Menu</a> <a href="https://b.example/p#">Other</a></p>',
    'Menu [Other](https://b.example/p#)',
  ],
])('keeps a link with text or another target: %s', (html, markdown) => {
  expect(convert(html)).toBe(markdown);
});
