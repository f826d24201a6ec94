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
      'Install the [command line tool](#) first, then run:',
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
