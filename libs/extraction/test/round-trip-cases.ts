type Case = [title: string, html: string];

/** Examples of the GFM specification. */
export const GFM_CASES: Case[] = [
  [
    'a table',
    '<table><thead><tr><th>foo</th><th>bar</th></tr></thead><tbody><tr><td>baz</td><td>bim</td></tr></tbody></table>',
  ],
  [
    'columns that are aligned',
    '<table><thead><tr><th align="center">abc</th><th align="right">defghi</th><th align="left">x</th></tr></thead><tbody><tr><td align="center">bar</td><td align="right">baz</td><td align="left">y</td></tr></tbody></table>',
  ],
  [
    'pipes in cells, in code and in emphasis',
    '<table><thead><tr><th>f|oo</th></tr></thead><tbody><tr><td>b <code>|</code> az</td></tr><tr><td>b <strong>|</strong> im</td></tr></tbody></table>',
  ],
  [
    'a table before a quote',
    '<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td>baz</td></tr></tbody></table><blockquote><p>bar</p></blockquote>',
  ],
  [
    'a table before a paragraph',
    '<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td></td></tr></tbody></table><p>bar</p>',
  ],
  ['two lines that are not a table', '<p>| abc | def |<br>| --- | --- |<br>| bar |</p>'],
  ['a line that could be a delimiter row', '<p>| a |<br>|---|</p><p>a<br>:-:</p>'],
  ['a table with only a header', '<table><thead><tr><th>abc</th><th>def</th></tr></thead></table>'],
  ['strikethrough', '<p><del>Hi</del> Hello, <del>there</del> world!</p>'],
  ['tildes without effect', '<p>This ~~has a</p><p>new paragraph~~.</p><p>This will ~~~not~~~ strike.</p>'],
  ['tildes that would strike', '<p>a ~~b~~ ~c~ d</p>'],
  [
    'tasks',
    '<ul><li><input type="checkbox" disabled> foo</li><li><input checked type="checkbox" disabled> bar</li></ul>',
  ],
  [
    'tasks in tasks',
    '<ul><li><input checked type="checkbox"> foo<ul><li><input type="checkbox"> bar</li><li><input checked type="checkbox"> baz</li></ul></li><li><input type="checkbox"> bim</li></ul>',
  ],
  ['text that resembles a task', '<ul><li>[ ] foo</li><li>[x] bar</li><li>a [x] b</li></ul>'],
  [
    'links of addresses',
    '<p><a href="http://www.commonmark.org">www.commonmark.org</a></p><p>Visit <a href="http://www.commonmark.org/help">www.commonmark.org/help</a> for more.</p>',
  ],
  [
    'addresses before punctuation',
    '<p>Visit <a href="https://commonmark.org/a.b">https://commonmark.org/a.b</a>. (<a href="https://encrypted.google.com/search?q=Markup+(business)">https://encrypted.google.com/search?q=Markup+(business)</a>)</p>',
  ],
  ['email addresses', '<p><a href="mailto:foo@bar.baz">foo@bar.baz</a> and a.b-c_d@a.b</p>'],
  [
    'addresses in the text',
    '<p>See https://a.example/x_y_z?q=_a_&b=*c*, or www.example.com/_a_*b* and http://b.example/~me/~you.</p>',
  ],
];

/** Constructs of real pages that converters get wrong. */
export const REAL_CASES: Case[] = [
  [
    'literal tags and entities',
    '<p>Use &lt;div&gt; and &lt;/p&gt;, &lt;!-- x --&gt;, a &lt; b, &amp;copy; and &amp;#169;, AT&amp;T; &amp;nosuch;</p>',
  ],
  [
    'tags at the start of lines',
    '<p>&lt;div&gt;</p><p>a<br>&lt;script&gt;<br>&lt;!-- b</p><p>&lt;a@b.example&gt; &lt;http://x.example&gt;</p>',
  ],
  ['snake_case and stars', '<p>snake_case_name __init__ _a_ 2 * 3 * 4 *a* **b** 5*3*2 a*b _ *</p>'],
  ['stars that pair across elements', '<p>*<span>a</span>* and <i>b</i>* c* <sup>*</sup> d<sup>*</sup></p>'],
  [
    'starts of blocks',
    '<p># a</p><p>#a</p><p>+ a</p><p>- a</p><p>* a</p><p>&gt; a</p><p>1. a</p><p>12) a</p><p>1986. A year</p><p>-</p><p>+</p>',
  ],
  [
    'starts of blocks after a break',
    '<p>x<br># a<br>+ a<br>- a<br>* a<br>&gt; a<br>1. a<br>===<br>---<br>***<br>```<br>~~~<br>    a</p>',
  ],
  ['runs of delimiters', '<p>---</p><p>***</p><p>___</p><p>- - -</p><p>===</p><p>***a</p><p>_____</p>'],
  ['fences', '<p>```js</p><p>~~~ a</p><p>`` ` a</p>'],
  ['a number at the start that is in an element', '<p><span>1</span>. a</p><p><span>-</span> b</p>'],
  ['link and footnote definitions', '<p>[a]: http://x.example "t"</p><p>[^1]: a</p><p>b[^1] [a] [b][c]</p>'],
  ['brackets that would be links', '<p>[a](b) ![a](b) ![a] <span>[a]</span>(b) [a]<a href="/x">(b)</a></p>'],
  ['an exclamation mark before a link', '<p>Wow!<a href="/x">a</a> <span>!</span><a href="/x">b</a></p>'],
  ['backslashes', '<p>C:\\dir\\*.txt \\\\server \\a \\</p><p>a\\<br>b</p><p>x\\<b>y</b></p>'],
  [
    'back ticks',
    '<p>a ` b</p><p>a ` b ` c</p><p>`<code>x</code>`</p><p><code>a`b</code> <code>`</code> <code>``a</code></p>',
  ],
  ['back ticks in addresses', '<p>a ` b <a href="/`">c</a></p>'],
  [
    'headings with signs',
    '<h2>C #</h2><h2># a</h2><h2>1. a</h2><h2>- a</h2><h3>a\\</h3><h1>===</h1><h2>#</h2><h2>a ##</h2><h2>a\\#</h2>',
  ],
  [
    'headings with elements',
    '<h1>a <code>b</code> <em>c</em> <a href="/x">d</a><br>e</h1><h2></h2><h3><img src="i.png" alt="i"></h3>',
  ],
  [
    'emphasis of all kinds',
    '<p><b>a</b> <i>b</i> <s>c</s> <strong><em>d</em></strong> <em>e <strong>f</strong></em> <em><strong>g</strong> h</em> <del><b>i</b></del></p>',
  ],
  ['emphasis within words', '<p>a<b>b</b>c a<i>b</i>c a<em><strong>b</strong></em>c a<s>b</s>c</p>'],
  ['emphasis around spaces', '<p>a<b> b </b>c<i> d</i>e<b> </b>f <b></b>g</p>'],
  ['adjacent emphasis', '<p><b>a</b><b>b</b> <i>c</i><b>d</b><i>e</i> <b>f</b><i>g</i></p>'],
  [
    'emphasis that holds code, links and images',
    '<p>a<b><code>b</code></b>c <b><a href="/x">d</a></b>e f<i><img src="i.png" alt="i"></i>g</p>',
  ],
  ['emphasis before punctuation', '<p><b>a</b>: b, <i>c</i>. (<b>d</b>) "<i>e</i>" <b>f</b>–<b>g</b></p>'],
  ['emphasis around punctuation', '<p><b>a:</b> b <b>"c"</b> <i>(d)</i> <b>e!</b></p>'],
  ['comparisons around emphasis', '<p>a &lt; <b>b</b> &gt; c, d &lt; e &gt; <i>f</i></p>'],
  ['marks next to elements', '<p>a ~<code>b</code> `<s>c</s> _<code>d</code>*<b>e</b> __<code>f</code></p>'],
  [
    'an address right before a tag',
    '<p>http://x.example/a&lt;b&gt; &lt;http://x.example/b&gt; &lt;www.x.example&gt;</p>',
  ],
  ['emphasis in Chinese and Japanese', '<p>这是<b>重要</b>的。これは<b>大事</b>です。한국어<b>강조</b>는</p>'],
  ['emphasis around breaks', '<p><b>a<br>b</b><br><i>c<br></i>d</p>'],
  ['emphasis around paragraphs', '<div><p><b>a</b></p><p><b>b</b></p></div>'],
  ['letters next to emphasis', '<p><b>a*</b> <i>*b</i> <b>c**d</b> <i>_e_</i> <b>`</b>f`</p>'],
  ['breaks', '<p>a<br>b<br><br>c<br></p><p><br>d</p><p>e<br> <br>f</p><div>g<br><p>h</p></div>'],
  ['lists', '<ul><li>a</li><li>b<ul><li>c<ol><li>d</li></ol></li></ul></li></ul>'],
  ['numbered lists', '<ol start="7"><li>a</li><li>b</li></ol><ol start="0"><li>a</li></ol>'],
  [
    'a numbered list that begins anywhere, in an item',
    '<ul><li>a<ol start="3"><li>b</li></ol></li><li>c<ol><li>d</li></ol></li></ul>',
  ],
  ['items of paragraphs', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>'],
  [
    'blocks in items',
    '<ul><li>a<pre><code>b\n\n  c</code></pre>d<blockquote>e</blockquote></li><li><pre><code>f</code></pre></li><li><blockquote>g</blockquote></li><li><h3>h</h3>i</li></ul>',
  ],
  ['a table in an item', '<ol><li>a<table><tr><th>b</th></tr><tr><td>c</td></tr></table></li><li>d</li></ol>'],
  ['rules in items', '<ul><li><hr></li><li>a<hr>b</li></ul><p>c</p><hr><hr>'],
  ['adjacent lists', '<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul><ol><li>d</li></ol><ol><li>e</li></ol>'],
  [
    'lists in a row in elements of their own',
    '<div><ul><li>a</li></ul></div><div><div><ul><li>b</li></ul></div></div>',
  ],
  ['a rule in the second of two lists', '<ul><li>a</li></ul><ul><li><hr></li></ul>'],
  ['a list after text', '<div>a<ul><li>b</li></ul>c<ol start="4"><li>d</li></ol>e</div>'],
  ['items that begin with lists', '<ul><li><ul><li>a</li><li>c</li></ul>d</li><li><ol><li>b</li></ol></li></ul>'],
  ['items that begin like lists', '<ul><li>- a</li><li>1. b</li><li>+</li><li># c</li></ul><ol><li>2. d</li></ol>'],
  ['empty items', '<ol><li>a</li><li></li><li>b</li></ol><ul><li>c<ul><li></li><li>d</li></ul></li></ul>'],
  ['breaks in items', '<ul><li>a<br>- b<br>c</li></ul>'],
  [
    'quotes in lists in quotes',
    '<blockquote><ul><li>a<blockquote><p>b</p><p>c</p></blockquote></li></ul><p>d</p></blockquote>',
  ],
  [
    'quotes that hold code and tables',
    '<blockquote><pre><code>a\n\nb</code></pre><table><tr><th>c</th></tr><tr><td>d</td></tr></table></blockquote>',
  ],
  ['adjacent quotes', '<blockquote><p>a</p></blockquote><p>x</p><blockquote><p>b<br>c</p></blockquote>'],
  [
    'links',
    '<p><a href="/a" title="t &quot;q&quot; \\ &amp;copy;">a</a> <a href="/b_(c)">b</a> <a href="/c)d">c</a> <a href="/d e">d</a> <a href="/e?a=1&amp;copy;=2&amp;b">e</a> <a href="/\\*">f</a></p>',
  ],
  ['brackets in links', '<p><a href="/a">[1]</a> <a href="/b">a [b] c</a> <a href="/c">]</a> <a href="/d">a\\</a></p>'],
  [
    'links that hold elements',
    '<p><a href="/a"><b>a</b> <code>b</code></a> <a href="/b"><img src="i.png" alt="a_b i"></a> <b><a href="/c">c</a></b></p>',
  ],
  [
    'images',
    '<p><img src="a.png" alt="a_b * [c] &amp; 1 &lt; 2" title="t &amp;copy;"> <img src="b (1).png" alt=""></p>',
  ],
  [
    'addresses as links',
    '<p><a href="https://x.example/a_b_c*d*">https://x.example/a_b_c*d*</a> <a href="https://x.example/">https://x.example/</a></p>',
  ],
  [
    'code in the line',
    '<p><code>a_b*c</code> <code>&lt;div&gt; &amp;amp;</code> <code>a\\</code> <code>[x](y)</code> <code>~~</code></p>',
  ],
  ['code with spaces', '<p>a <code> b </code>c <code>d  e</code></p>'],
  ['elements without visible text', '<p>a<wbr>b c&shy;d e&#8203;f <!-- x -->g<script>x</script></p>'],
  ['non-breaking spaces', '<p>a&nbsp;b <b>&nbsp;c&nbsp;</b>d 10&nbsp;000</p>'],
  ['text from right to left', '<p dir="rtl">שלום <b>עולם</b>, <i>مرحبا</i>.</p>'],
  ['headings in quotes and items', '<blockquote><h2>a</h2><p>b</p></blockquote><ol><li><h2>c</h2></li></ol>'],
];
