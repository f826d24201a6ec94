import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string): string => toMarkdown(parseHtml(html).root);
const FENCE = '```';

describe('what stands above a listing', () => {
  it.each([
    ['a line', '<p>javascript</p><pre>x</pre>', 'javascript'],
    ['a bar with a button', '<div>python <button>Copy</button></div><pre>x</pre>', 'python'],
    ['a bar in a box', '<div><header><span>yaml</span></header><pre>x</pre></div>', 'yaml'],
  ])('names its language as %s', (_, html, language) => {
    expect(convert(html)).toBe(`${language}\n\n${FENCE}${language}\nx\n${FENCE}`);
  });

  it.each([
    [
      'by its class',
      '<div class=code><div class=example-header><span>js</span></div><pre class="brush: js">x</pre></div>',
    ],
    ['by that of the name', '<div><div><b class=lang-name>JS</b></div><pre class="language-js">x</pre></div>'],
    ['with a button', '<div><p class=code_toolbar>js <button>Copy</button></p><pre class="language-js">x</pre></div>'],
  ])('goes where it names only the language of the listing: %s', (_, html) => {
    expect(convert(html)).toBe(`${FENCE}js\nx\n${FENCE}`);
  });

  it.each([
    ['another language', '<div class=header>node</div><pre class="language-js">x</pre>', 'node'],
    ['a heading of a bar', '<h3 class=header>js</h3><pre class="language-js">x</pre>', '### js'],
    ['a line of no class', '<p>js</p><pre class="language-js">x</pre>', 'js'],
  ])('stays as %s', (_, html, line) => {
    expect(convert(html)).toBe(`${line}\n\n${FENCE}js\nx\n${FENCE}`);
  });

  it.each([
    ['a bar of a listing of no language', '<div class=header>JS</div><pre>x</pre>', 'JS'],
    ['a heading', '<h2>python</h2><pre>x</pre>', '## python'],
    ['a sentence', '<p>In python:</p><pre>x</pre>', 'In python:'],
    ['a title', '<p>Ruby</p><pre>x</pre>', 'Ruby'],
    ['what is to be done', '<p>make</p><pre>x</pre>', 'make'],
    ['a name of a file', '<p>main.py</p><pre>x</pre>', 'main.py'],
    ['a line with a link', '<p>Code: <a href="/raw">Download</a></p><pre>x</pre>', 'Code: [Download](/raw)'],
    ['a line with a link that selects it, which goes', '<p>Code: <a href="#">Select all</a></p><pre>x</pre>', 'Code:'],
    [
      'a sentence with a link that leads nowhere',
      '<div>Install the <a href="#">command line tool</a> first, then run:</div><pre>x</pre>',
      'Install the command line tool first, then run:',
    ],
    [
      'a sentence with a link to another page',
      '<p>Defined in <a href="https://docs.acme.io/app/#">the console</a>:</p><pre>x</pre>',
      'Defined in [the console](https://docs.acme.io/app/#):',
    ],
    [
      'a link to another page',
      '<p><a href="https://docs.acme.io/app/#">console</a></p><pre>x</pre>',
      '[console](https://docs.acme.io/app/#)',
    ],
  ])('names none as %s', (_, html, line) => {
    expect(convert(html)).toBe(`${line}\n\n${FENCE}\nx\n${FENCE}`);
  });

  it('names none where the listing has one, or text is in between', () => {
    expect(convert('<p>sql</p><pre class=language-php>x</pre>')).toBe(`sql\n\n${FENCE}php\nx\n${FENCE}`);
    expect(convert('<div><p>sql</p>is here<pre>x</pre></div>')).toBe(`sql\n\nis here\n\n${FENCE}\nx\n${FENCE}`);
  });
});
