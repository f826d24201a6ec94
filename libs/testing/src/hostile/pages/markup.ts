import { DOCUMENT_OR_TIMEOUT, type HostilePage, overHttp } from '../hostile-page';
import { BOMB_UNIT_BYTES } from '../tools/bombs';
import { markup, sendHtml, VISIBLE, wrap } from '../tools/send';

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** Pages whose markup stresses parsers and converters. Some may exceed the timeout. */
const of = (name: string, does: string, makeBody: () => string, makeHead: () => string = () => '') => ({
  name,
  does,
  mayAnswer: [...DOCUMENT_OR_TIMEOUT, 'SCRAPE_ALL_ENGINES_FAILED', 'SCRAPE_UNSUPPORTED_FILE_ERROR'] as const,
  ask: { formats: ['markdown', 'html', 'links'], onlyMainContent: false },
  serve: markup(makeBody, makeHead),
});

export const markupPages: HostilePage[] = overHttp([
  of('nested-divs', 'nests 20,000 divs', () => `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`),
  of('nested-inline', 'nests 50,000 inline elements', () => `${'<b><i>'.repeat(25_000)}deep`),
  of('misnested', 'closes its elements in the wrong order', () =>
    many(3000, (index) => `<b><i><a href="/${index}"><p>x</b></i></a>`),
  ),
  of('big-table', 'has a table of 5 MB', () => {
    const row = `<tr>${many(20, (index) => `<td>cell ${index} | with a pipe</td>`)}</tr>`;
    return `<table>${row.repeat(Math.ceil((5 * BOMB_UNIT_BYTES) / row.length))}</table>`;
  }),
  of('wide-table', 'has huge rowspan and colspan values', () => {
    const row = '<tr><td colspan="1000" rowspan="65534">x</td></tr>';
    return `<table>${row.repeat(1000)}</table>`;
  }),
  of('nested-tables', 'nests 2,000 tables', () => `${'<table><tr><td>a</td><td>'.repeat(2000)}deep`),
  of('nested-lists', 'nests 3,000 lists', () => `${'<ul><li>item'.repeat(3000)}deep`),
  of('nested-quotes', 'nests 3,000 quotations', () => `${'<blockquote><p>said'.repeat(3000)}deep`),
  of('fostered', 'has 20,000 misplaced elements in a table', () => `<table>${'<b>x<p>y'.repeat(20_000)}`),
  of(
    'many-attributes',
    'gives one element 200,000 attributes',
    () => `<p ${many(200_000, (index) => `a${index}=${index} `)}>x</p>`,
  ),
  of(
    'huge-attribute',
    'has an attribute of 10 MB',
    () => `<p title="${'x'.repeat(10 * BOMB_UNIT_BYTES)}" class="${'a '.repeat(BOMB_UNIT_BYTES)}">x</p>`,
  ),
  of(
    'entities',
    'consists of two million entities',
    () => `<p>${'&amp;&lt;&#x10ffff;&#0;&CounterClockwiseContourIntegral;'.repeat(400_000)}</p>`,
  ),
  of('long-links', 'links to URLs of a megabyte', () =>
    many(6, (index) => `<a href="/${'x'.repeat(BOMB_UNIT_BYTES)}${index}">long</a>`),
  ),
  of('million-links', 'has a million links', () => many(1_000_000, (index) => `<a href="/${index}">x</a>`)),
  of(
    'many-metas',
    'has 100,000 meta elements',
    () => '',
    () => many(100_000, (index) => `<meta name="n${index}" content="c${index}"><meta property="og:x" content="y">`),
  ),
  of(
    'huge-title',
    'has a title of 10 MB',
    () => '',
    () => `<title>${'x'.repeat(10 * BOMB_UNIT_BYTES)}</title>`,
  ),
  of(
    'many-bases',
    'has 100,000 base elements',
    () => many(1000, (index) => `<a href="${index}">x</a>`),
    () => many(100_000, (index) => `<base href="http://h${index}.example/">`),
  ),
  of('long-line', 'contains one word of 20 MB', () => 'x'.repeat(20 * BOMB_UNIT_BYTES)),
  of('markdown-letters', 'consists of Markdown syntax', () => '*_`[]()<>#+-.!|~\\ 1. '.repeat(100_000)),
  of(
    'code-fences',
    'has code that contains code fences',
    () => `<pre><code>${`${'`'.repeat(500)}\n`.repeat(2000)}</code></pre>${'<code>`</code>'.repeat(20_000)}`,
  ),
  of('comments', 'has unterminated comments', () => '<!-- x --!><!-->'.repeat(200_000)),
  of('open-script', 'has an unterminated script', () => `<p>before</p><script>${'<!--<script>'.repeat(100_000)}`),
  of('svg-and-math', 'changes between HTML, SVG and MathML 20,000 times', () =>
    '<svg><foreignObject><math><mi><svg><desc>'.repeat(4000),
  ),
  of('templates', 'nests 10,000 templates', () => '<template><div>'.repeat(10_000)),
  of('selects', 'has a select with 200,000 options', () => `<select>${'<option>x'.repeat(200_000)}</select>`),
  of(
    'srcset',
    'has an image with 200,000 sources',
    () => `<img src=x srcset="${many(200_000, (index) => `/i${index}.png ${index + 1}w, `)}">`,
  ),
  of('embedded-images', 'has 20 MB of inline images', () =>
    many(20, () => `<img src="data:image/png;base64,${'A'.repeat(BOMB_UNIT_BYTES)}">`),
  ),
  of('blank-space', 'has 20 MB of white space', () => `${' \n\t'.repeat(7 * BOMB_UNIT_BYTES)}<p>${VISIBLE}</p>`),
  {
    name: 'no-end-of-tag',
    does: 'is an unterminated tag',
    mayAnswer: ['document', 'SCRAPE_TIMEOUT'],
    serve: (exchange) => sendHtml(exchange, `${wrap('')}<a ${'href="'.repeat(500_000)}`),
  },
]);
