import { expectRendered } from '../../../test/expect-rendered';
import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('toMarkdown of elements without a markdown syntax', () => {
  it.each([
    [
      'details, with their text as markdown',
      '<details open><summary>A &amp; <span>B *</span></summary><p>a <b>b</b></p><ul><li>c</ul></details>',
      '<details open>\n<summary>A &amp; B *</summary>\n\na **b**\n\n- c\n\n</details>',
    ],
    [
      'details whose summary is more than words',
      '<details><summary><h3>Q</h3></summary>a</details>',
      '<details>\n<summary>\n\n### Q\n\n</summary>\n\na\n\n</details>',
    ],
    ['details without a summary', '<details><ul><li>a</ul></details>', '<details>\n\n- a\n\n</details>'],
    [
      'details in an item',
      '<ul><li>x<details><summary>s</summary>t</details></ul>',
      '- x\n\n  <details>\n  <summary>s</summary>\n\n  t\n\n  </details>',
    ],
    [
      'raised and lowered text, keys and marks',
      '<p>x<sup>2</sup>, H<sub>2</sub>O, <kbd>Ctrl</kbd> <mark>a_b_</mark></p>',
      'x<sup>2</sup>, H<sub>2</sub>O, <kbd>Ctrl</kbd> <mark>a_b\\_</mark>',
    ],
    ['definitions as blocks', '<dl><dt>a</dt><dd>b</dd><dd><p>c</p><p>d</p></dd></dl>', 'a\n\nb\n\nc\n\nd'],
    [
      'presentational elements as text',
      '<p><u>a</u> <small>b</small> <ins>c</ins> <abbr title=x>d</abbr></p>',
      'a b c d',
    ],
    ['a figure', '<figure><img src=a.png alt=x><figcaption>C</figcaption></figure>', '![x](a.png)\n\nC'],
  ])('keeps %s', (_title, html, markdown) => {
    const written = convert(html);
    expect(written).toBe(markdown);
    expectRendered(written, html);
  });

  it.each([
    ['trade mark signs without tags', '<p>A<sup>®</sup> B<sup>TM</sup></p>', 'A® B<sup>TM</sup>'],
    [
      'details in a cell as text',
      '<table><tr><th>A<th>B<tr><td><details><summary>s</summary>t</details><td>b</table>',
      '| A | B |\n| --- | --- |\n| s<br>t | b |',
    ],
    [
      'ruby text in parentheses',
      '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby></p>',
      '漢(kan)字(ji)',
    ],
    [
      'a short choice in a line',
      '<p>Size: <select><option>S<option selected>M<option>L</select>.</p>',
      'Size: S, M, L .',
    ],
    [
      'of a long choice what is chosen',
      `<p>Country: <select>${Array.from({ length: 50 }, (_, index) => `<option${index === 7 ? ' selected' : ''}>C${index}`).join('')}</select></p>`,
      'Country: C7',
    ],
    [
      'a link around an icon by the name of the icon',
      '<a href=/g><svg><title>Code</title><path/></svg></a>',
      '[Code](/g)',
    ],
    [
      'a link that an editor split within a word as one',
      '<p>Book <a href=/a>Am</a><span><a href=/a>a</a></span><a href=/a title=t>zing <b>Trips</b></a> now</p>',
      'Book [Amazing **Trips**](/a) now',
    ],
    ['a video in a link as the name of the link', '<a href=/w><video src=/x.mp4></video></a>', '[x.mp4](/w)'],
    [
      'a video in a link that has a name behind the link',
      '<a href=/w>Watch <video src=/x.mp4></video></a>',
      '[Watch](/w) [x.mp4](/x.mp4)',
    ],
    [
      'a picture in a link within it',
      '<a href=/w><picture><source srcset=/a.webp><img src=/x.png alt=p></picture></a>',
      '[![p](/x.png)](/w)',
    ],
    ['a link without a target as text', '<p><a href="" title=t>x</a> y</p>', 'x y'],
    [
      'links side by side with a space between',
      '<p><a href=/a>a</a><a href=/b>b</a><span><a href=/c>c</a></span></p>',
      '[a](/a) [b](/b) [c](/c)',
    ],
    [
      'two links to one address with a space between, if each is a word',
      '<p><a href=/a>Single Sign-On</a><a href=/a>Regions</a> <a href=/b><img src=/b.png alt=TOR></a><a href=/b>TOR</a></p>',
      '[Single Sign-On](/a) [Regions](/a) [![TOR](/b.png)](/b) [TOR](/b)',
    ],
    [
      'links that show icons by their labels, with a space between',
      '<p><a href=/a aria-label="App Store">\n<svg><title>a</title></svg>\n</a>\n<a href=/b title="Google Play"><svg></svg></a></p>',
      '[App Store](/a) [Google Play](/b)',
    ],
    ['items that contain only lists as one list', '<ul><li><ul><li>a<li>b</ul><li>c</ul>', '- a\n- b\n- c'],
    ['no empty items', '<ul><li>\u200b<li><input type=checkbox><li>a</ul><ol><li><li></ol>', '- a'],
    ['no copy buttons', '<div><pre>x</pre><button>Copy</button></div><button>Buy</button>', '```\nx\n```\n\nBuy'],
  ])('writes %s', (_title, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('prepareCallout', () => {
  it.each([
    [
      'GitHub',
      '<div class="markdown-alert markdown-alert-note"><p class=markdown-alert-title><svg></svg>Note</p><p>Be <b>aware</b>.</p></div>',
      '> [!NOTE]\n> Be **aware**.',
    ],
    [
      'Sphinx, with a title of its own',
      '<div class="admonition danger"><p class=admonition-title>Watch out</p><ul><li>y</ul></div>',
      '> [!CAUTION]\n> Watch out\n>\n> - y',
    ],
    [
      'Docusaurus, with code',
      '<div class="theme-admonition theme-admonition-tip"><div class=admonitionHeading_x>tip</div><pre>x</pre></div>',
      '> [!TIP]\n>\n> ```\n> x\n> ```',
    ],
    ['an unknown kind', '<div class="admonition x"><p>a</p></div>', 'a'],
  ])('writes an alert: %s', (_title, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('prepareMedia', () => {
  it.each([
    [
      'a frame by its title',
      '<iframe src="https://www.youtube.com/embed/a" title="A video"></iframe>',
      '[A video](https://www.youtube.com/embed/a)',
    ],
    ['a frame by its host', '<iframe src="https://v.example/e?x=1"></iframe>', '[v.example](https://v.example/e?x=1)'],
    [
      'a video by its file',
      '<video controls><source src="/m/a%20b.mp4">not supported</video>',
      '[a b.mp4](/m/a%20b.mp4)',
    ],
    [
      'a sound',
      '<p>Listen: <audio src="https://a.example/c.mp3" title=Song></audio></p>',
      'Listen: [Song](https://a.example/c.mp3)',
    ],
    ['an object', '<object data=/y.pdf type=application/pdf></object>', '[y.pdf](/y.pdf)'],
    [
      'an object with something in its place',
      '<object data=/x.pdf><p>Get <a href=/x.pdf>PDF</a></p></object>',
      'Get [PDF](/x.pdf)',
    ],
    ['an embed element', '<embed src="https://e.example/f" title=F>', '[F](https://e.example/f)'],
  ])('writes a link: %s', (_title, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    '<iframe src="about:blank" title=x></iframe>',
    '<iframe src="https://v.example/e" width=1 height=1></iframe>',
    '<iframe src="https://v.example/e" style="display:none"></iframe>',
    '<iframe src="https://www.googletagmanager.com/ns.html?id=x"></iframe>',
    '<iframe src="javascript:x()"></iframe>',
    '<video poster=a.png></video>',
    '<object></object>',
  ])('removes %s', (html) => {
    expect(convert(html)).toBe('');
  });
});
