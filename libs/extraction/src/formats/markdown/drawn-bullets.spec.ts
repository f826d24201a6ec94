import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('an item of a list', () => {
  it.each([
    ['<li>• One<li>• Two', '- One\n- Two'],
    ['<li><span>●</span> One', '- One'],
    ['<li><p>·One</p>', '- One'],
    ['<li><a href=/a>▪ One</a>', '- [One](/a)'],
    ['<li>•<li>One', '- One'],
  ])('has no bullet of its own: %s', (items, markdown) => {
    expect(convert(`<ul>${items}</ul>`)).toBe(markdown);
  });

  it.each([
    ['<ul><li>One • two</ul>', '- One • two'],
    ['<ul><li><code>•</code> is a bullet</ul>', '- `•` is a bullet'],
    ['<p>• One</p>', '• One'],
  ])('and nothing else loses one: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
