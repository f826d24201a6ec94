import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('an item of a list', () => {
  it.each([
    ['<li>• One<li>• Two', '- One\n- Two'],
    ['<li><span>●</span> One', '- One'],
    ['<li><p>· One</p>', '- One'],
    ['<li>•One', '- One'],
    ['<li>● One<li><b>●</b> Two', '- One\n- Two'],
    ['<li><a href=/a>▪ One</a>', '- [One](/a)'],
    ['<li>•<li>One', '- One'],
  ])('has no bullet of its own: %s', (items, markdown) => {
    expect(convert(`<ul>${items}</ul>`)).toBe(markdown);
  });

  it.each([
    ['<ul><li>One • two</ul>', '- One • two'],
    ['<ul><li><code>•</code> is a bullet</ul>', '- `•` is a bullet'],
    ['<p>• One</p>', '• One'],
    ['<ul><li>●○○ Mild<li>●●○ Medium<li>●●● Hot</ul>', '- ●○○ Mild\n- ●●○ Medium\n- ●●● Hot'],
    ['<ul><li>● Mild<li>● ● Hot</ul>', '- ● Mild\n- ● ● Hot'],
    ['<ul><li><i>●</i><i>●</i><i>○</i> Medium</ul>', '- *●●○* Medium'],
    ['<ul><li>■■■□ 75%</ul>', '- ■■■□ 75%'],
    ['<ul><li>·NET</ul>', '- ·NET'],
    ['<ul><li><kbd>►</kbd> plays</ul>', '- <kbd>►</kbd> plays'],
    ['<ul><li>● Open<li>■ Closed</ul>', '- ● Open\n- ■ Closed'],
    ['<ul><li>● Full<li>○ Empty</ul>', '- ● Full\n- ○ Empty'],
    ['<ul><li>● On duty<li>Off duty</ul>', '- ● On duty\n- Off duty'],
    ['<ul><li>●<li>●</ul>', '- ●\n- ●'],
  ])('and nothing else loses one: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
