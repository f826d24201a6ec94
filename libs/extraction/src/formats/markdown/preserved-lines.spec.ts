import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);
const LINES = 'if (a)\n  b();\nelse\n\tc();';
const KEPT = 'if (a)  \n\u00a0\u00a0b();  \nelse  \n\u00a0\u00a0\u00a0\u00a0c();';

describe('white-space of inline styles', () => {
  it.each([
    ...['pre', 'pre-wrap', 'break-spaces'].map((value) => [`<div style="white-space: ${value}">${LINES}</div>`, KEPT]),
    [`<div style="white-space:pre-line">${LINES}</div>`, 'if (a)  \nb();  \nelse  \nc();'],
    [`<p style="COLOR:red;WHITE-SPACE : PRE-WRAP !important">${LINES}</p>`, KEPT],
    [`<p>See <span style="white-space:pre">a\nb</span> here</p>`, 'See a  \nb here'],
    ['<div style="white-space:pre-wrap"><b>a</b>\n<span>b\nc</span></div>', '**a**  \nb  \nc'],
    ['<div style="white-space:pre"><span style="white-space:normal">a\nb</span>\nc</div>', 'a b  \nc'],
    ['<div style="white-space:normal"><span style="white-space:pre">a\nb</span>\nc</div>', 'a  \nb c'],
    ['<div style="white-space:pre-wrap">\n  <p>a</p>\n  <p>b</p>\n</div>', 'a\n\nb'],
    ['<table><tr><th>x</th></tr><tr><td style="white-space:pre">a\nb</td></tr></table>', '| x |\n| --- |\n| a<br>b |'],
    ['<div style="white-space:pre"><pre>a\n b</pre></div>', '```\na\n b\n```'],
    ['<div style="white-space:nowrap">a\nb</div>', 'a b'],
    ['<div style="white-space:pre;white-space:normal">a\nb</div>', 'a b'],
  ])('preserves the line breaks of %j', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('code of white space only', () => {
  it.each(['code', 'samp', 'tt'])('is replaced by a space in <%s>', (tag) => {
    expect(convert(`<p>a<${tag}> </${tag}>b<${tag}></${tag}>c</p>`)).toBe('a bc');
  });
});
