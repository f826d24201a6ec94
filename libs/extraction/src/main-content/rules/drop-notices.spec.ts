import { changes } from '../../../test/complete-choice';
import { dropNotices } from './drop-notices';

/** What is left of blocks that were all kept. */
const left = (html: string): string[] =>
  changes(html, (page, kept) => {
    kept.fill(1);
    dropNotices(page, kept);
  });

describe('dropNotices', () => {
  it.each([
    'Loading...',
    'Loading Reviews…',
    "Oops! Looks like we're having trouble connecting to our server.",
    'Something went wrong. Please try again.',
    'Thank you! Your submission has been received!',
    'Picture 1 of 6',
    '読み込み中...',
    'Oops! Something went wrong while submitting the form.',
    'Sorry, an error occurred, please try again later.',
    'An error has occurred. Refresh the page and try again in a few minutes.',
    'There was a problem. Please reload.',
    'There was an error retrieving your lists. Please reload the page.',
  ])('drops %s', (text) => {
    expect(left(`<p>${text}</p>`)).toEqual([]);
  });

  it.each([
    'Loading docks and how to build them',
    'Sorry for the noise',
    'An error of judgment',
    '3 of 5',
    'An error occurred while reading the file: run chmod 644 on it first.',
    'An error occurred. Try again with the option -f.',
    'An error occurred while loading the module: install it with npm.',
    'Come back later',
    'Something went wrong with the second batch of bread.',
    'Sorry, I made an error above: use 200 grams of flour.',
    'Sorry, my error.',
    'Hmm, no trouble here with version 5.',
    'Hmm, I have the same problem',
  ])('leaves %s', (text) => {
    expect(left(`<p>${text}</p>`)).toEqual([text]);
  });

  it('drops what counts pictures', () => {
    expect(left('<p>1/3</p><p>a</p><p>2/3</p><p>3/3</p>')).toEqual(['a']);
  });

  it.each([
    ['marks', ['6/6', '5/6', '1/6', '1/6']],
    ['a third', ['1/3', 'cup of white sugar']],
    ['two halves', ['1/2', '2/2']],
    ['fractions', ['1/4', 'cup of oil', '3/4', 'cup of milk']],
    ['some of the numbers', ['1 of 3', '3 of 3']],
    ['a number before the first', ['0/3', '1/3', '2/3']],
  ])('leaves %s', (_, texts) => {
    expect(left(texts.map((text) => `<div>${text}</div>`).join(''))).toEqual(texts);
  });

  it('leaves headings and cells that count', () => {
    expect(left('<h3>1 of 3</h3>a<h3>2 of 3</h3>b<h3>3 of 3</h3>c')).toHaveLength(6);
    expect(left('<table><tr><td>1/3<td>2/3<td>3/3</table>')).toEqual(['1/3', '2/3', '3/3']);
  });
});
