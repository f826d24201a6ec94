import { changes } from '../../../test/complete-choice';
import { dropRest } from './drop-rest';

const prose = (words: number) => `<p>+article${' word'.repeat(words)}.</p>`;
const dropped = (html: string): string[] =>
  changes(html, (page, kept) => dropRest(page, kept)).map((text) => text.split(' ')[0] ?? '');

describe('dropRest', () => {
  it.each([
    [
      'reviews',
      '<div class=review><b>Ada</b><p>+Quick and</p></div><div class=review><b>Bo</b><p>The lid broke then</p></div>',
      ['-Quick'],
    ],
    ['comments', '<div class=comments><p>+A b<p>C d e<p>F g h</div>', ['-A']],
    ['no reviews of which most are kept', '<div class=review><p>+A b c d<p>E f</div>', []],
    ['no review that is the page', '<div class=review><p>+A b c<p>D e f g</div>', []],
  ])('drops the rest of %s', (what, html, texts) => {
    expect(dropped(what.endsWith('page') ? html : prose(60) + html)).toEqual(texts);
  });
});
