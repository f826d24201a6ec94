import { expectRendered } from '../../../test/expect-rendered';
import { parseHtml } from '../../tree/parse-html';
import { escapeHtmlText } from '../../tree/serialize-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

/** The code of each example: three lines, the second blank, the third indented. */
const LINES = 'a\n\n  b';

describe('code blocks of highlighters', () => {
  it.each<[title: string, html: string, language?: string]>([
    [
      'Gatsby with marked lines',
      '<pre><code>a\n<span class="gatsby-highlight-code-line"></span><span class="gatsby-highlight-code-line">  <span>b</span></span></code></pre>',
    ],
    [
      'Pygments with a table',
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3</pre></div></td><td class="code"><div class="highlight"><pre><span></span><span class="k">a</span>\n\n  b\n</pre></div></td></tr></table>',
    ],
    [
      'Pygments with numbers in the line',
      '<div class="highlight-python notranslate"><div class="highlight"><pre><span class="linenos">1</span>a\n<span class="linenos">2</span>\n<span class="linenos">3</span>  b\n</pre></div></div>',
      'python',
    ],
    [
      'a box that names the language, in another that holds nothing else',
      '<article><div class="language-ruby"><div><pre><code>a\n\n  b</code></pre></div></div></article>',
      'ruby',
    ],
    [
      'Hexo, with a break a line',
      '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br><span class="line">3</span><br></pre></td><td class="code"><pre><span class="line">a</span><br><span class="line"></span><br><span class="line">  b</span><br></pre></td></tr></table></figure>',
      'js',
    ],
    [
      'Rouge',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n3\n</pre></td><td class="rouge-code"><pre>a\n\n  b\n</pre></td></tr></tbody></table></code></pre></div></div>',
      'ruby',
    ],
    [
      'GitHub, with a row a line',
      '<table class="highlight js-file-line-container"><tr><td class="blob-num" data-line-number=1></td><td class="blob-code">a</td></tr><tr><td class="blob-num" data-line-number=2></td><td class="blob-code">\n</td></tr><tr><td class="blob-num" data-line-number=3></td><td class="blob-code">  b</td></tr></table>',
    ],
    [
      'highlightjs-line-numbers',
      '<pre><code class="hljs language-js"><table class="hljs-ln"><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number=1><div class="hljs-ln-n" data-line-number=1></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number=1>a</td></tr><tr><td class="hljs-ln-numbers" data-line-number=2></td><td class="hljs-ln-code" data-line-number=2>\n</td></tr><tr><td class="hljs-ln-numbers" data-line-number=3></td><td class="hljs-ln-code">  b</td></tr></table></code></pre>',
      'js',
    ],
    [
      'SyntaxHighlighter',
      '<div class="syntaxhighlighter php"><table><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div><div class="line number3">3</div></td><td class="code"><div class="container"><div class="line number1"><code class="php plain">a</code></div><div class="line number2">&nbsp;</div><div class="line number3"><code class="php spaces">&nbsp;&nbsp;</code><code class="php plain">b</code></div></div></td></tr></table></div>',
      'php',
    ],
    [
      'Crayon, beside its plain text',
      '<div class="crayon-syntax"><textarea class="crayon-plain">a\n\n  b</textarea><table class="crayon-table"><tr><td class="crayon-nums"><div class="crayon-num">1</div><div class="crayon-num">2</div><div class="crayon-num">3</div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line">a</div><div class="crayon-line">&nbsp;</div><div class="crayon-line">&nbsp;&nbsp;b</div></div></td></tr></table></div>',
    ],
    [
      'Shiki',
      '<pre class="shiki nord" data-language="ts"><code><span class="line"><span>a</span></span>\n<span class="line"></span>\n<span class="line">  <i>b</i></span></code></pre>',
      'ts',
    ],
    [
      'Prism in React, with a button',
      '<pre class="prism-code language-jsx"><code><span class="token-line" style="color:red">a<br></span><span class="token-line"><span></span><br></span><span class="token-line">  b<br></span></code><button>Copy</button></pre>',
      'jsx',
    ],
    [
      'Prism with rows for line numbers',
      '<pre class="line-numbers language-css"><code class="language-css line-numbers">a\n\n  b<span class="line-numbers-rows"><span></span><span></span></span></code></pre>',
      'css',
    ],
    [
      'lines that are div',
      '<pre data-language="js"><code><div class="ec-line"><div class="code">a</div></div><div class="ec-line"><div class="code">\n</div></div><div class="ec-line"><div class="code">  b</div></div></code></pre>',
      'js',
    ],
    ['code with line breaks', '<p><code class="language-js">a<br>\n<br>\n&nbsp;&nbsp;b<br></code></p>', 'js'],
    ['old elements', '<listing>a\n\n  b</listing>'],
    ['items', '<pre class="prettyprint lang-rb"><ol class="linenums"><li>a</li><li></li><li>  b</li></ol></pre>', 'rb'],
  ])('become one code block: %s', (_title, html, language = '') => {
    const written = convert(html);
    expect(written).toBe(`\`\`\`${language}\n${LINES}\n\`\`\``);
  });

  it.each([
    ['x = <span class="line-number">5</span>;', 'x = 5;'],
    ['<span class="lineno">7</span>a\n<span class="lineno">8</span>b <span class="lineno">9</span>', 'a\nb 9'],
    ['<span class="ln">1</span>a', 'a'],
  ])('lose line numbers but no other numbers: %s', (html, text) => {
    expect(convert(`<pre>${html}</pre>`)).toBe(`\`\`\`\n${text}\n\`\`\``);
  });

  it.each([
    '<pre>\ta\n\tb  c\n\n\n\td</pre>',
    '<ul><li>x<pre>a\n\n  b</pre></ul>',
    '<blockquote><pre>a\n\n  b</pre></blockquote>',
    '<pre>````\nx\n````</pre>',
    '<pre>42\n43</pre>',
  ])('survive a round trip: %j', (html) => {
    expectRendered(convert(html), html);
  });
});

describe('languageOf', () => {
  it.each([
    ['js', '<pre><code class="language-js">x</code></pre>'],
    ['c++', '<pre class="lang-c++">x</pre>'],
    [
      'python',
      '<div class="sourceCode"><pre class="sourceCode python"><code class="sourceCode python">x</code></pre></div>',
    ],
    ['go', '<pre lang="go"><code>x</code></pre>'],
    ['python3', '<div class="mw-highlight mw-highlight-lang-python3 mw-content-ltr"><pre>x</pre></div>'],
    ['console', '<div class="highlight-console notranslate"><div class="highlight"><pre>x</pre></div></div>'],
    ['html', '<div class="highlight highlight-text-html-basic"><pre>x</pre></div>'],
    ['shell', '<div class="highlight highlight-source-shell"><pre>x</pre></div>'],
    ['python', '<pre class="hljs python">x</pre>'],
    ['rust', '<pre><code class="rust">x</code></pre>'],
    ['js', '<div data-lang="js"><pre>x</pre></div>'],
    ['', '<div class="source-text code-block-text"><pre>x</pre></div>'],
    ['', '<pre><code class="language-none">x</code></pre>'],
    ['', '<div class="lang-en"><pre>x</pre></div>'],
    ['', '<pre class="code-block wide">x</pre>'],
    ['', '<pre lang="en">x</pre>'],
    ['', '<div class="highlight-default"><pre>x</pre></div>'],
  ])('returns %j for %s', (language, html) => {
    expect(convert(html)).toBe(`\`\`\`${language}\nx\n\`\`\``);
  });
});

describe('writeInlineCode', () => {
  it.each([
    ['<p>x <code>a<br>b</code> y</p>', 'x `a b` y'],
    ['<p><samp>a</samp> <tt>b</tt> <a href=/x><code>c</code></a></p>', '`a` `b` [`c`](/x)'],
    ['<p>Press <kbd>Ctrl</kbd>+<kbd><kbd>C</kbd></kbd></p>', 'Press <kbd>Ctrl</kbd>+<kbd>C</kbd>'],
    ['<p><textarea>what visitors write</textarea>x</p>', 'x'],
    ['<pre><img src=a.png></pre>', '![](a.png)'],
    [`<pre>${escapeHtmlText('<b>')}</pre>`, '```\n<b>\n```'],
  ])('writes %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
