import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string) => toMarkdown(parseHtml(html).root, 'https://a.example/p');
const card = (overlay: string, title: string) => convert(`<div><div>${overlay}</div><p>#1</p><h3>${title}</h3></div>`);

describe('isOverlayOfCard', () => {
  it.each([
    [
      'with another query, that names the title',
      '<a href="/tt1?ref_=i" aria-label="View title page for Scream 7"><div></div></a>',
      '<a href="/tt1?ref_=t">Scream\n7</a>',
      '#1\n\n### [Scream 7](/tt1?ref_=t)',
    ],
    [
      'that names the title and what it is',
      '<a href=/p aria-label="Oak chair – furniture"><i></i></a>',
      '<a href=/p>OAK CHAIR</a>',
      '#1\n\n### [OAK CHAIR](/p)',
    ],
  ])('removes the overlay link of a card: %s', (_, overlay, title, markdown) => {
    expect(card(overlay, title)).toBe(markdown);
  });

  it.each([
    ['to another target', '<a href=/a aria-label=Share></a>', '<a href=/b>Share</a>', '[Share](/a)'],
    [
      'to a colour of the thing',
      '<a href="/a?color=1" aria-label="Bag, green"></a>',
      '<a href="/a">Bag</a>',
      '[Bag, green](/a?color=1)',
    ],
    [
      'with a rating',
      '<a href=/p aria-label="Rated 4.5 of 5, 12 reviews"><i></i></a>',
      '<a href=/p>Oak chair</a>',
      '[Rated 4.5 of 5, 12 reviews](/p)',
    ],
    ['with new words', '<a href=/p title="Sold out until May"></a>', '<a href=/p>Oak</a>', '[Sold out until May](/p'],
    [
      'with news beside the title',
      '<a href=/p aria-label=Oak title="Sold out until May"></a>',
      '<a href=/p>Oak</a>',
      'Sold out until May',
    ],
    [
      'that contains the title as a part of a word',
      '<a href=/p title=Sale></a>',
      '<a href=/p>Salem lamp</a>',
      '[Sale](/p',
    ],
    ['with a title without letters', '<a href=/p title=★★★></a>', '<a href=/p>Oak</a>', '[★★★](/p'],
    ['with a long label', `<a href=/p title="${'Oak '.repeat(200)}"></a>`, '<a href=/p>Oak</a>', '[Oak Oak'],
    ['with another query', '<a href="/a?id=1" aria-label=View></a>', '<a href="/a?id=2">Two</a>', '[View](/a?id=1)'],
    ['before a link without a text', '<a href=/a aria-label=A></a>', '<a href=/a aria-label=B></a>', '[A](/a)'],
    [
      'to the home page',
      '<a href=/index.php aria-label=Acme></a>',
      '<a href=/index.php>Home</a>',
      '[Acme](/index.php)',
    ],
    ['to the first page', '<a href=/ aria-label="Acme"></a>', '<a href=/>Home</a>', '[Acme](/)'],
    [
      'with a picture',
      '<a href=/a title=A><img src=/i.png alt=Pic></a>',
      '<a href=/a>A</a>',
      '[![Pic](/i.png)](/a "A")',
    ],
    ['with a text', '<a href=/a>12 comments</a>', '<a href=/a>Title</a>', '[12 comments](/a)'],
    [
      'for scripts',
      '<a href="https://a.example/p#x" title=Add></a>',
      '<a href="https://a.example/p#x">More</a>',
      '[Add](',
    ],
    ['of a menu', '<nav><a href=/fb aria-label="Ada on it"></a></nav>', '<a href=/fb>Facebook</a>', '[Ada on it](/fb)'],
  ])('keeps a link %s', (_, overlay, title, markdown) => {
    expect(card(overlay, title)).toContain(markdown);
  });

  it.each([
    ['the next item', '<ul><li><a href=/a title=A></a></li><li><a href=/a>B</a></li></ul>'],
    ['a distant title', `<a href=/a title=A></a>${'<p>x</p>'.repeat(40)}<a href=/a>B</a>`],
    [
      'another part of the page',
      '<div><div><div><div><div><a href=/a title=A></a></div></div></div></div></div><a href=/a>B</a>',
    ],
  ])('keeps a link before %s', (_, html) => {
    expect(convert(html)).toContain('[A](/a');
  });
});
