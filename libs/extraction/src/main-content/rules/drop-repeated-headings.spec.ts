import { changes } from '../../../test/complete-choice';
import { dropRepeatedHeadings } from './drop-repeated-headings';

const dropped = (html: string, hasPosts = false): string[] =>
  changes(html, (page, kept) => dropRepeatedHeadings(page, kept, hasPosts));

describe('dropRepeatedHeadings', () => {
  it.each([
    ['the first of two that are the same', '<h2>+How it works</h2><h2>+how it works</h2><p>+a', ['-How it works']],
    ['the one of the lower level', '<h1>+How it works</h1><p>menu</p><h2>+How it Works</h2><p>+a', ['-How it Works']],
    ['the one without a link', '<h3><a href="/x">+Filter coffee</a></h3><h3>+Filter Coffee</h3>', ['-Filter Coffee']],
    ['no heading with something below it', '<h2>+A</h2><p>+a</p><h2>+A</h2><p>+a</p>', []],
    ['no names of records', '<h2>+A</h2><h2>+A</h2><p>+a</p><h2>+A</h2><p>+a', []],
  ])('drops %s', (_, html, texts) => {
    expect(dropped(html)).toEqual(texts);
  });

  it('leaves the names of who wrote posts', () => {
    expect(dropped('<h4>+Anna</h4><h4>+Anna</h4><p>+a', true)).toEqual([]);
  });
});
