import { many } from './many';

/** Malicious HTML, with the maximum length of its markdown. */
export const HOSTILE_PAGES: [name: string, make: () => string, mostMarkdown: number][] = [
  ['50,000 nested div', () => '<div>x'.repeat(50_000), 200_000],
  ['500 nested div around 2 MB of text', () => '<div>'.repeat(500) + 'lorem ipsum '.repeat(160_000), 2_000_000],
  ['10,000 nested lists', () => '<ul><li>x'.repeat(10_000), 400_000],
  ['nested lists around long text', () => '<ol><li>'.repeat(250) + 'lorem<br>ipsum '.repeat(10_000), 1_000_000],
  ['10,000 nested quotes', () => '<blockquote>x'.repeat(10_000), 700_000],
  ['10,000 nested tables', () => '<table><tr><td>x'.repeat(10_000), 60_000],
  ['a table in every cell', () => '<table><tr><td><table><tr><td>x</table>'.repeat(6_000), 60_000],
  ['a table of 100,000 cells', () => `<table>${`<tr>${'<td>x</td>'.repeat(10)}</tr>`.repeat(10_000)}`, 500_000],
  ['a row of 100,000 cells', () => `<table><tr>${'<td>x'.repeat(100_000)}</table>`, 400_000],
  ['100,000 rows', () => `<table>${'<tr><td>a<td>b'.repeat(50_000)}</table>`, 600_000],
  [
    'cells that span everything',
    () => `<table><tr><th>a${'<tr><td colspan=9999 rowspan=9999>b<td>c'.repeat(20_000)}`,
    1_500_000,
  ],
  ['cells outside of rows', () => `<table>${'<b><td>x'.repeat(20_000)}`, 80_000],
  ['a million entities', () => `<p>${'&amp;&lt;&#x41;&notin;'.repeat(250_000)}`, 2_000_000],
  ['a million ampersands without entities', () => `<p>${'&'.repeat(1_000_000)}`, 1_000_000],
  ['an attribute of 10 MB', () => `<p title="${'x'.repeat(10_000_000)}">a`, 1],
  ['an address of 2 MB', () => `<a href="/${'('.repeat(2_000_000)}">a</a><img src="/${'é'.repeat(500_000)}">`, 10],
  ['a title of 2 MB of white space', () => `<a href=x title="${' '.repeat(2_000_000)}x">a</a>`, 40],
  ['50,000 attributes', () => `<p ${many(50_000, (index) => `a${index}=1 `)}>x`, 1],
  ['50,000 links', () => many(50_000, (index) => `<a href="/p${index}">l${index}</a> `), 2_500_000],
  ['50,000 links that never end', () => '<a href=/x>y'.repeat(50_000), 2_000_000],
  ['20,000 links around links', () => '<a href=/x><div>y'.repeat(20_000), 400_000],
  ['a link around 50,000 blocks', () => `<a href=/x>${'<div>y</div>'.repeat(50_000)}`, 200_000],
  ['100,000 empty elements', () => '<i></i><div></div>'.repeat(50_000), 0],
  ['50,000 names of elements', () => many(50_000, (index) => `<x${index}>`), 0],
  ['overlapping formatting', () => '<b><i><u><a href=x><font>x<p>'.repeat(10_000), 200_000],
  ['emphasis in emphasis', () => `${'<em>'.repeat(400)}x${'</em>'.repeat(400)}`.repeat(200), 2_000],
  [
    'emphasis around blocks',
    () => `${'<b>'.repeat(400)}${'<i></i>'.repeat(600)}<p>x</p>${'</b>'.repeat(400)}`.repeat(80),
    1_000,
  ],
  [
    'emphasis next to deep elements',
    () => `x<b>y</b>${'<span>'.repeat(300)}${'</span>'.repeat(300)}`.repeat(200),
    3_000,
  ],
  ['30,000 paragraphs, items and headings that never end', () => '<p>x<li>y<h1>z'.repeat(10_000), 1_200_000],
  ['nothing but <', () => '<'.repeat(1_000_000), 1_000_000],
  ['stray end tags', () => '</p></div></br>'.repeat(50_000), 0],
  ['a comment of 5 MB', () => `a<!--${'-'.repeat(5_000_000)}-->b`, 2],
  ['an unclosed comment', () => `a<!--${'<p>x'.repeat(500_000)}`, 1],
  ['100,000 sections of CDATA', () => `${'<![CDATA[x]]>'.repeat(100_000)}<![CDATA[${'x'.repeat(1_000_000)}`, 1_000_100],
  ['null bytes', () => `<p>${'\0'.repeat(1_000_000)}x`, 1_000_001],
  ['lone surrogates', () => `<p>${'&#xD800;\uD800x'.repeat(100_000)}`, 400_000],
  ['inlined images of 10 MB', () => `<img alt=x src="data:image/png;base64,${'A'.repeat(10_000_000)}">`, 30],
  ['a srcset of 200,000 candidates', () => `<img src=x srcset="${'a.png 1x, '.repeat(200_000)}">`, 40],
  [
    'a srcset of digits',
    () => `<img src=x srcset="a ${'1'.repeat(1_000_000)}"><img srcset="${','.repeat(1_000_000)}">`,
    40,
  ],
  [
    'styles that never end',
    () =>
      `<p style="background:url(${' '.repeat(9_000)}">x`.repeat(50) +
      `<p style="url(a); ${' '.repeat(9_000)}; url(b)">x`.repeat(50),
    300,
  ],
  [
    '100,000 metas',
    () => many(100_000, (index) => `<meta name="n${index}" content="v"><meta name=description content="d">`),
    // Its description, as there is nothing else.
    1,
  ],
  ['metas of 10 MB', () => many(500, (index) => `<meta name="n${index}" content="${'v'.repeat(20_000)}">`), 0],
  ['a title of 2 MB', () => `<title>${' x'.repeat(1_000_000)}</title>y`, 1],
  ['templates in templates', () => '<template><div>x'.repeat(50_000), 0],
  ['shadow roots in shadow roots', () => '<div><template shadowrootmode=open>x'.repeat(10_000), 70_000],
  ['svg in math in svg', () => '<svg><foreignObject><math><mtext>x'.repeat(20_000), 50_000],
  [
    'powers of powers, and accents on accents',
    () =>
      ['msup', 'mover', 'munder', 'msubsup', 'mroot', 'mfrac', 'mfenced', 'mtable']
        .flatMap((tag) => [30, 48, 400].map((levels) => [tag, levels] as const))
        .map(
          ([tag, levels]) =>
            `<p><math>${`<${tag}>`.repeat(levels)}<mi>x</mi>${`<mi>y</mi></${tag}>`.repeat(levels)}</math>`,
        )
        .join(''),
    20_000,
  ],
  [
    'a long text in 48 powers, 200 times',
    () =>
      `<p><math>${'<msup>'.repeat(48)}<mi>${'x'.repeat(10_000)}</mi>${'<mi>y</mi></msup>'.repeat(48)}</math>`.repeat(
        200,
      ),
    2_100_000,
  ],
  ['formulas in formulas', () => '<math><mrow>x'.repeat(20_000), 30_000],
  [
    'selects in selects',
    () => `<select>${'<option>x'.repeat(20_000)}${'<select><optgroup label=a><option>x'.repeat(20_000)}`,
    200_000,
  ],
  ['framesets in framesets', () => `<frameset>${'<frameset><frame src=/f>'.repeat(20_000)}`, 0],
  ['unclosed plaintext', () => `a<plaintext>${'<p>x'.repeat(50_000)}`, 200_000],
  [
    'a text area and a script that never end',
    () => `a<textarea>${'<p>x'.repeat(100_000)}</textarea><script>${'<!--<script>'.repeat(100_000)}`,
    1,
  ],
  [
    'a base of 4 KB before 50,000 links',
    () => `<base href="http://h/${'a/'.repeat(1_900)}">${many(50_000, (index) => `<a href=${index}>y</a>`)}`,
    40_000_000,
  ],
  [
    'a base of 1 MB, and 50,000 more',
    () => `<base href="http://h/${'a/'.repeat(500_000)}">${'<base href="http://[">'.repeat(50_000)}<a href=x>y</a>`,
    40,
  ],
  ['20,000 frames', () => '<iframe src=/f></iframe>'.repeat(20_000), 1_500_000],
  [
    'frames that hold half a megabyte of page each',
    () => `<iframe srcdoc="${'<p>x'.repeat(125_000)}"></iframe>`.repeat(3),
    800_000,
  ],
  ['listings in listings', () => '<pre>x\n'.repeat(20_000) + '<pre><code>y\n'.repeat(10_000), 100_000],
  [
    'listings of back ticks and of spaces',
    () => `<pre>${'`'.repeat(500_000)}\nx${' '.repeat(1_000_000)}y</pre><code> ${'x'.repeat(500_000)}</code>`,
    3_500_000,
  ],
  [
    'non-breaking spaces in a listing',
    () => `<pre>${'\u00a0'.repeat(500_000)}x${'\u00a0'.repeat(500_000)}\n</pre><pre>a${' '.repeat(500_000)}</pre>`,
    1_100_000,
  ],
  [
    'a listing of 100,000 line numbers that do not ascend',
    () => `<pre>${many(100_000, (index) => `<span class=lineno>${100_000 - index}</span>x\n`)}</pre>`,
    1_000_000,
  ],
  [
    'a million numbers in line numbers in line numbers',
    () => `<pre>x${'<span class=lineno>'.repeat(480)}${'2 1 '.repeat(500_000)}`,
    2_000_100,
  ],
  ['white space after a long text', () => `<p>${'x '.repeat(500_000)}${'<b> </b>'.repeat(50_000)}`, 1_000_000],
  ['non-breaking spaces in 50,000 elements', () => `<p>x${'<b>&nbsp;</b>'.repeat(50_000)}y`, 100_000],
  ['headings in headings with anchors', () => `${'<h1>'.repeat(400)}${'<a href=#x>#</a>'.repeat(20_000)}`, 1_000_000],
  [
    'joiners of letters between letters',
    () => `<p>é${'\u200d'.repeat(200_000)}é<p>x${'\u200c'.repeat(200_000)}é${'\u200d'.repeat(200_000)}`,
    800_000,
  ],
  [
    'characters of markdown syntax',
    () => `<p>${'*a _b_ [c] `d` ~e~ '.repeat(50_000)}${'_'.repeat(500_000)}`,
    3_500_000,
  ],
  [
    'chrome around everything',
    () => `${'<div class=menu>'.repeat(500)}${'<p>x</p>'.repeat(30_000)}<main>y</main>`,
    100_000,
  ],
  ['empty mount points', () => `${'<div id=root>'.repeat(500)}${'<i></i>'.repeat(50_000)}`, 0],
  [
    '50,000 images for those without scripts',
    () => '<figure><noscript><img src=/a.png></noscript></figure>'.repeat(20_000),
    800_000,
  ],
  ['details in details', () => '<details><summary>a</summary>x'.repeat(20_000), 200_000],
  [
    'tables of data in tables of data',
    () => `<table><tr><th>a<th>b<tr><td>c<td>${'<table><tr><th>a<th>b<tr><td>c<td>'.repeat(10_000)}`,
    200_000,
  ],
  [
    'tables of code in tables of code',
    () => `${'<table><tr><td class=gutter><pre>1</pre><td class=code>'.repeat(300)}${'<pre>x\n</pre>'.repeat(20_000)}`,
    400_000,
  ],
  [
    'a listing of 100,000 elements',
    () => `<pre>${'<span class=line><span class=lineno>1</span><i>x</i></span>'.repeat(30_000)}</pre>`,
    100_000,
  ],
  [
    'line numbers in line numbers',
    () => `<pre>${'<span class=gutter>'.repeat(480)}${'<i>1</i>'.repeat(50_000)}x`,
    60_000,
  ],
  [
    '20,000 notes',
    () =>
      many(20_000, (index) => `<sup><a href="#fn${index}">${index}</a></sup>`) +
      many(20_000, (index) => `<p id="fn${index}">${index}. note <a href="#fnref">↩</a>`),
    3_000_000,
  ],
  [
    'one note for 20,000 references, in itself',
    () => `${'<div id=fn1>'.repeat(400)}${'<sup><a href=#fn1>1</a></sup>'.repeat(20_000)}`,
    900_000,
  ],
  [
    'formulas that never end',
    () => `<p>${'\\(x '.repeat(30_000)}<p>${'\\[x '.repeat(30_000)}<p>${'$x_i '.repeat(30_000)}`,
    1_000_000,
  ],
  ['50,000 formulas', () => `<p>${'\\(x\\) $a_b$ '.repeat(25_000)}`, 800_000],
  ['formulas around formulas', () => `${'<span class=katex>'.repeat(480)}${'<i></i>x'.repeat(20_000)}`, 100_000],
  ['nested superscripts', () => '<sup>x<sub>y<kbd>z'.repeat(10_000), 200_000],
  ['nested boxes', () => '<div class="admonition note">x'.repeat(20_000), 200_000],
  ['objects in objects', () => `${'<object>'.repeat(480)}${'<i></i>'.repeat(50_000)}`, 10],
  ['buttons in buttons', () => `${'<button>'.repeat(480)}${'x<i></i>'.repeat(50_000)}`, 200_000],
  [
    'a list of 20,000 records of five fields each',
    () =>
      `<main><h1>t</h1><ul>${many(
        20_000,
        (index) =>
          `<li class=record><a href=/r${index}>Record ${index}</a>${'<div class=field>Field: value</div>'.repeat(4)}`,
      )}</ul>`,
    3_000_000,
  ],
  // The limit of scored blocks.
  [
    'a list of 3,900 records of five fields each',
    () =>
      `<main><h1>t</h1><ul>${many(
        3_900,
        (index) =>
          `<li class=record><a href=/r${index}>Record ${index}</a>${many(
            4,
            (field) => `<div class=field><b>Field ${field}</b><span>value ${index * field}</span></div>`,
          )}`,
      )}</ul>`,
    600_000,
  ],
];
