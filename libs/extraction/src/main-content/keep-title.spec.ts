import { changes } from '../../test/complete-choice';
import { keepTitle } from './keep-title';

const kept = (body: string, title = 'How to bake bread - Bakers'): string[] =>
  changes(`<title>${title}</title>${body}`, keepTitle);

describe('keepTitle', () => {
  it.each([
    ['the h1 where the content begins', '<h1>How to bake bread</h1><p>+a</p>', ['How to bake bread']],
    [
      'an h1 that leads to its own page',
      '<h1><a href=/t/1>How to bake bread</a></h1><p>x</p><p>+a</p>',
      ['How to bake bread'],
    ],
    ['an h1 around other elements', '<h1><center>How to bake bread</center></h1><p>+a</p>', ['How to bake bread']],
    ['no h1 that leads to the site', '<h1><a href=/>Bakers</a></h1><p>+a</p>', []],
    [
      'a lower heading where the h1 is the site',
      '<h1><a href=/>Bakers</a></h1><h2><a href=/t/1>How to bake bread</a></h2><p>+a</p>',
      ['How to bake bread'],
    ],
    ['no h1 far below', `<p>+a</p>${'<p>+b</p>'.repeat(5)}<h1>How to bake bread</h1>`, []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('keeps an h1 that is a link though the site adds much to the title of the page', () => {
    const title = 'yeast - How to bake bread at home? - Cooking for amateurs and bakers of all sorts';
    expect(kept('<h1><a href=/q/1>How to bake bread at home?</a></h1><p>+a</p>', title)).toHaveLength(1);
  });
});
