import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('names that a font draws as icons', () => {
  it.each([
    ['<i class=material-icons>chevron_right</i>', ''],
    ['<span class="material-symbols-outlined icon"> arrow_forward </span>', ''],
    ['<mat-icon>menu</mat-icon>', ''],
    ['<i class="material-icons">star</i>', '★'],
    ['<i class="material-icons">starstarstar</i>', '★★★'],
    ['<i class="material-icons">star_border</i>', '☆'],
    ['<i class="material-icons">check_circle</i>', '✓'],
  ])('%s is shown as: %s', (icon, sign) => {
    expect(convert(`<p>${icon}</p><p>x</p>`)).toBe(`${sign}\n\nx`.trim());
  });

  it('say no in a cell of a table, and nothing where they close a window', () => {
    const close = '<i class=material-icons>close</i>';
    expect(convert(`<table><tr><th>a<th>b<tr><td>${close}<td>c</table>`)).toContain('| ✗ | c |');
    expect(convert(`<p>${close}a</p>`)).toBe('a');
  });

  it.each([
    ['<i>chevron_right</i>', '*chevron_right*'],
    ['<span class=material-icons-list>one</span>', 'one'],
    ['<span class=material-icons>A word</span>', 'A word'],
    ['<i class=material-icons></i>', ''],
  ])('are not of any other text: %s', (html, markdown) => {
    expect(convert(`<p>${html}</p>`)).toBe(markdown);
  });
});
