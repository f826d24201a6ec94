import { changes } from '../../test/complete-choice';
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
  ])('drops %s', (text) => {
    expect(left(`<p>${text}</p>`)).toEqual([]);
  });

  it.each(['Loading docks and how to build them', 'Sorry for the noise', 'An error of judgment', '3 of 5'])(
    'leaves %s',
    (text) => {
      expect(left(`<p>${text}</p>`)).toEqual([text]);
    },
  );

  it('drops what counts pictures, and no marks', () => {
    expect(left('<p>1/3</p><p>a</p><p>2/3</p><p>3/3</p>')).toEqual(['a']);
    expect(left('<p>6/6</p><p>5/6</p><p>1/6</p><p>1/6</p>')).toEqual(['6/6', '5/6', '1/6', '1/6']);
    expect(left('<table><tr><td>1/3<td>a</table>')).toEqual(['1/3', 'a']);
  });
});
