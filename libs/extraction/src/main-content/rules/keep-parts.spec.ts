import { changes } from '../../../test/complete-choice';
import { keepParts } from './keep-parts';

const long = `<p>+a${' word'.repeat(300)}.</p>`;
const answer = (name: string): string => `<p>${name}${' word'.repeat(25)}.</p>`;
const kept = (html: string, score?: number): string[] =>
  changes(html, (page, choice, scores) => keepParts(page, scores, choice), score).map(
    (text) => text.split(' ')[0] ?? '',
  );

describe('keepParts', () => {
  it.each([
    [
      'the questions at the end',
      `${long}<section><h2>FAQ</h2><h3>q?</h3>${answer('b')}<h3>r?</h3>${answer('c')}</section><h2>x</h2>`,
      ['FAQ', 'q?', 'b', 'r?', 'c'],
    ],
    ['no questions that are links', `${long}<h2>FAQ</h2><ul><li><a href=x>q</a><li><a href=y>r</a></ul>`, []],
    ['no questions beside little content', `<p>+a</p><h2>FAQ</h2>${answer('b')}${answer('c')}`, []],
    [
      'what a post quotes',
      '<div><blockquote><p>b</p><blockquote>c</blockquote></blockquote><p>+I do not think so</p></div>',
      ['b', 'c'],
    ],
    ['no quote without a reply', '<div><blockquote>b</blockquote></div><p>+I do not think so</p>', []],
    ['the value of a label', '<ul><li><div>+Weight:</div><div>b</div></ul>', ['b']],
    ['the label of a value', '<ul><li><div>Weight:</div><div>+b</div></ul>', ['Weight:']],
    ['no link of a field', '<ul><li><div>+Tags:</div><div><a href=x>b</a></div></ul>', []],
    ['nothing beside what is no label', '<ul><li><div>+a</div><div>b</div></ul>', []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('keeps no part that the scorer is sure is none', () => {
    expect(kept('<div><blockquote>b</blockquote><p>+I do not think so</p></div>', 0.05)).toEqual([]);
  });
});
