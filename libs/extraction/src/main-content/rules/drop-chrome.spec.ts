import { changes } from '../../../test/complete-choice';
import { dropChrome } from './drop-chrome';

const text = `Text of the page. ${'Many words of it that are kept. '.repeat(6)}`.trim();

/** What is left of blocks that were all kept, beside the text of the page. */
const left = (html: string): string[] =>
  changes(`<main><h1>Title</h1><p>${text}</p>${html}</main>`, (page, kept) => {
    kept.fill(1);
    dropChrome(page, kept);
  }).filter((block) => block !== text && block !== 'Title');

describe('dropChrome', () => {
  it.each([
    '<div class="ad">A lamp of another shop, cheap.</div>',
    '<div class="box sidebar">A lamp of another shop, cheap.</div>',
    '<section id="cookie"><p>We use cookies.</p></section>',
    '<div id="share">Tell your friends about it.</div>',
  ])('drops %s', (html) => {
    expect(left(html)).toEqual([]);
  });

  it.each([
    ['a longer name', '<div class="ad-free">It shows none.</div>', 'It shows none.'],
    ['the header of what is in the page', '<article><header>By Ann</header></article>', 'By Ann'],
    ['notes', '<aside class="footnote">Of a later edition.</aside>', 'Of a later edition.'],
    ['the source of a quote', '<div>It is so.<footer>Ann, 1905</footer></div>', 'It is so.|Ann, 1905'],
    ['what stands over a picture', '<div class="overlay top">The lamp at night</div>', 'The lamp at night'],
    [
      'most of a page',
      `<div class="social">${'More of it. '.repeat(40).trim()}</div>`,
      'More of it. '.repeat(40).trim(),
    ],
  ])('leaves %s', (_title, html, expected) => {
    expect(left(html)).toEqual(expected.split('|'));
  });

  it('leaves what holds the title or the main element', () => {
    const kept = changes(
      `<div class="share"><h1>Title</h1></div><div class="modal"><main><p>${text}</p></main></div><p>${text}</p>`,
      (page, blocks) => {
        blocks.fill(1);
        dropChrome(page, blocks);
      },
    );
    expect(kept).toEqual(['Title', text, text]);
  });
});
