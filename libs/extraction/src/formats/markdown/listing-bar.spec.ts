import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string): string => toMarkdown(parseHtml(html).root);
const FENCE = '```';

describe('what stands above a listing', () => {
  it.each([
    ['is left out where the listing says it', '<div class=h><span>js</span></div><pre class="brush: js">x</pre>', 'js'],
    ['is left out in letters of another case', '<div>HTML</div><pre><code class=language-html>x</code></pre>', 'html'],
    ['is the language of a listing without', '<p>javascript</p><pre>x</pre>', 'javascript'],
    ['is so beside a button', '<div>python <button>Copy</button></div><pre>x</pre>', 'python'],
  ])('%s', (_, html, language) => {
    expect(convert(html)).toBe(`${FENCE}${language}\nx\n${FENCE}`);
  });

  it.each([
    ['as a heading', '<h2>python</h2><pre>x</pre>', '## python'],
    ['as a sentence', '<p>In python:</p><pre>x</pre>', 'In python:'],
    ['as a title', '<p>Ruby</p><pre>x</pre>', 'Ruby'],
    ['as what is to be done', '<p>make</p><pre>x</pre>', 'make'],
    ['as a name of a file', '<p>main.py</p><pre>x</pre>', 'main.py'],
    ['with a link', '<p>Code: <a href="/raw">Download</a></p><pre>x</pre>', 'Code: [Download](/raw)'],
    ['but the links that select it', '<p>Code: <a href="/t?p=1#">Select all</a></p><pre>x</pre>', 'Code:'],
  ])('stays %s', (_, html, line) => {
    expect(convert(html)).toBe(`${line}\n\n${FENCE}\nx\n${FENCE}`);
  });

  it('stays where the listing is in another language, or text is in between', () => {
    expect(convert('<p>sql</p><pre class=language-php>x</pre>')).toBe(`sql\n\n${FENCE}php\nx\n${FENCE}`);
    expect(convert('<div><p>sql</p>is here<pre>x</pre></div>')).toBe(`sql\n\nis here\n\n${FENCE}\nx\n${FENCE}`);
  });
});
