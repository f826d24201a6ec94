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

  it.each([
    ['<table><tr><th>a<th>b<tr><td>[close]<td>[check]</table>', '| a | b |\n| --- | --- |\n| ✗ | ✓ |'],
    ['<table><tr><th>a<th>b<tr><td>[block]<td>[check_box]</table>', '| a | b |\n| --- | --- |\n| ✗ | ✓ |'],
    ['<ul><li>[check]API<li>[close]SSO<li>[remove]SLA</ul>', '- ✓ API\n- ✗ SSO\n- ✗ SLA'],
    ['<dl><dt>NFC<dd>[clear]</dl>', 'NFC\n\n✗'],
    ['<div><div>API [done]</div><div>SSO [cancel]</div></div>', 'API ✓\n\nSSO ✗'],
    ['<div><p><b>SSO</b>[close]</p></div><div><p><b>SSO</b>[check]</p></div>', '**SSO** ✗\n\n**SSO** ✓'],
    ['<p>NFC: [close]</p>', 'NFC: ✗'],
    ['<p><a href=/a>[check]API</a></p>', '[✓ API](/a)'],
    ['<p>See<a href=/a>[check]API</a></p>', 'See [✓ API](/a)'],
    ['<p>[star][star][star_half]</p>', '★★½'],
  ])('say yes and no of what stands beside them: %s', (html, markdown) => {
    expect(convert(html.replace(/\[(\w+)\]/g, '<i class=material-icons>$1</i>'))).toBe(markdown);
  });

  it.each(['<p>[close]a</p>', '<ul><li><button>[close]</button>a</ul>', '<ul><li><a href=/x>[close]</a>a</ul>'])(
    'say nothing where they close a window: %s',
    (html) => {
      expect(convert(html.replace('[close]', '<i class=material-icons>close</i>'))).not.toMatch(/✗|close/);
    },
  );

  it.each([
    ['<i>chevron_right</i>', '*chevron_right*'],
    ['<span class=material-icons-list>one</span>', 'one'],
    ['<span class=material-icons>A word</span>', 'A word'],
    ['<i class=material-icons></i>', ''],
  ])('are not of any other text: %s', (html, markdown) => {
    expect(convert(`<p>${html}</p>`)).toBe(markdown);
  });
});
