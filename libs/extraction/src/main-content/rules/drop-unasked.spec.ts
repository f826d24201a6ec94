import { changes } from '../../../test/complete-choice';
import { dropUnasked } from './drop-unasked';

const article = `<p>+article${' word'.repeat(500)}.</p>`;
const dropped = (html: string, score?: number): string[] =>
  changes(html, (page, kept, scores) => dropUnasked(page, scores, kept), score).map((text) => text.split(' ')[0] ?? '');

const left = (line: string, { isNews = true, score = 0.5 } = {}): string[] =>
  changes(
    `${isNews ? '<meta property=og:type content=article>' : ''}<p>${line}</p>`,
    (page, kept, scores) => {
      kept.fill(1);
      dropUnasked(page, scores, kept);
    },
    score,
  );

describe('dropUnasked', () => {
  it.each([
    ['what an author does otherwise', `${article}<div class="author-box x"><p>+a</p></div>`, ['-a']],
    ['no page about an author', '<div class=author-bio><p>+a b c</p></div><p>+d</p>', []],
    ['teasers', `${article}<div><h3>You may also like</h3><p>+a</p><p>+b</p></div><p>+c</p>`, ['-a', '-b']],
    [
      'a box of links that begins with such words in another language',
      `${article}<div><b>相关阅读</b><ul><li><a href=x>+a</a><li><a href=x>+b</a></ul></div><p>+c</p>`,
      ['-a', '-b'],
    ],
    [
      'teasers below a heading of the highest level',
      `<h1>+T</h1>${article}<div><h1>Related</h1><p>+a</p><p>+b</p></div>`,
      ['-a', '-b'],
    ],
    [
      'nothing behind the links that such words are above',
      `${article}<h2>Read also</h2><ul><li><a href=x>+a</a><li><a href=x>+b</a></ul><p>+c<dl><dt>+d<dd>+e</dl>`,
      ['-a', '-b', '-c'],
    ],
    ['nothing behind such words among text', `${article}<div><p>+a b.</p><b>Read more</b><p>+c d.</p></div>`, []],
    [
      'a section of cards with headings as high as its own',
      `${article}<section><h2>Related products</h2>${'<div><h2>+a</h2><p>+b</p></div>'.repeat(30)}</section><p>+c</p>`,
      Array(30).fill(['-a', '-b']).flat(),
    ],
    [
      'no paragraph that goes on with the text around them',
      `<div>${article}<p>+b${' word'.repeat(20)}.</p><h3>Read more</h3><ul><li>+c</ul><p>+d${' word'.repeat(20)}.</p></div>`,
      ['-c'],
    ],
    [
      'no dishes of a menu',
      `${article}<section><h3>Unsere Empfehlungen</h3><p>+Maultaschen 12,50 €<p>+Rostbraten 24 €</section>`,
      [],
    ],
    ['no section that is most of the page', '<section><h2>Latest news</h2><p>+a</p><p>+b</p></section><p>+c</p>', []],
    ['no section of prose of such a name', `<h2>Popular now</h2><p>+a${' word'.repeat(100)}.</p>`, []],
  ])('drops %s', (_, html, texts) => {
    expect(dropped(html)).toEqual(texts);
  });

  it.each([
    '[/section]',
    '[vc_row full="1"]',
    '[cta id=3]',
    '[gallery]',
    '➤ Mehr zum Thema: <a href=x>Fähre</a>',
    'Also read: <a href=x>the title of another article</a>',
    '<b>Lea también:</b> <a href=x>el título de otro artículo</a>',
    '<a href=x>Czytaj też: inny artykuł</a>',
    'Читайте также: <a href=x>название другой статьи</a>',
  ])('drops the line %s', (line) => {
    expect(left(line)).toEqual([]);
  });

  it.each([
    '[Methods]',
    '[New York Times]',
    '[1]',
    'Read more: it says what was said before, <a href=x>here</a>',
    'See also: <a href=x>the title of another article</a>',
    'Read <a href=x>the title of another article</a>',
    '<a href=x>Lee: How to negotiate a contract</a>',
    'Zobacz też: <a href=x>Historia Krakowa w zarysie</a>',
  ])('leaves the line %s', (line) => {
    expect(left(line)).toEqual([line.replace(/<[^>]*>/g, '')]);
  });

  it('leaves teasers of which the scorer is sure', () => {
    expect(dropped(`${article}<h3>Read next</h3><p>+b</p>`, 0.9)).toEqual([]);
  });

  it.each([
    ['of which the scorer is sure', { score: 0.9 }],
    ['outside of an article', { isNews: false }],
  ])('leaves a line that leads elsewhere %s', (_, options) => {
    expect(left('Read more: <a href=x>the title of another article</a>', options)).toHaveLength(1);
  });
});
