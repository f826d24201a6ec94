import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('isFontIcon', () => {
  it.each([
    ['<i class=material-icons>chevron_right</i>', ''],
    ['<span class="material-symbols-outlined icon"> arrow_forward </span>', ''],
    ['<mat-icon>menu</mat-icon>', ''],
  ])('writes the icon %s as: %s', (icon, sign) => {
    expect(convert(`<p>${icon}</p><p>x</p>`)).toBe(`${sign}\n\nx`.trim());
  });

  it.each(['<p>[close]a</p>', '<ul><li><button>[close]</button>a</ul>', '<ul><li><a href=/x>[close]</a>a</ul>'])(
    'removes the icon of a close button: %s',
    (html) => {
      expect(convert(html.replace('[close]', '<i class=material-icons>close</i>'))).not.toMatch(/✗|close/);
    },
  );

  it.each([
    ['<i>chevron_right</i>', '*chevron_right*'],
    ['<span class=material-icons-list>one</span>', 'one'],
    ['<span class=material-icons>A word</span>', 'A word'],
    ['<i class=material-icons></i>', ''],
  ])('keeps other text: %s', (html, markdown) => {
    expect(convert(`<p>${html}</p>`)).toBe(markdown);
  });
});
