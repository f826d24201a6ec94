import { changes } from '../../../test/complete-choice';
import { dropChrome } from './drop-chrome';

const text = `Text of the page. ${'Many words of it that are kept. '.repeat(6)}`.trim();

/** What is left of blocks that were all kept, beside the text of the page. */
const left = (html: string, sells = false): string[] =>
  changes(`<main><h1>Title</h1><div><p>${text}</p></div>${html}</main>`, (page, kept) => {
    kept.fill(1);
    dropChrome(page, kept, sells);
  }).filter((block) => block !== text && block !== 'Title');

describe('dropChrome', () => {
  it.each([
    '<div class="ad">A lamp of another shop, cheap.</div>',
    '<div class="box sidebar">A lamp of another shop, cheap.</div>',
    '<section id="cookie"><p>We use cookies.</p></section>',
    '<div id="sidebar"><h3>Sidebar of ours</h3></div>',
    '<div class="navheader"><table><tr><td>Prev</td><th>Part II. The language</th><td>Next</td></tr></table></div>',
    '<div class="navfooter"><hr><table><tr><td>10.6. Output columns</td><td>Home</td></tr></table></div>',
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
    ['a heading with an id', '<h2 id="share">Share ¶</h2><p>It sends the page.</p>', 'Share ¶|It sends the page.'],
    ['its section', '<section id="modal"><h2>Modal</h2><p>It asks.</p></section>', 'Modal|It asks.'],
    ['a section of such an id', '<section id="navigation"><p>By the stars.</p></section>', 'By the stars.'],
    ['a digression', '<div class="sidebar">On names</div><p>They are short.</p>', 'On names|They are short.'],
    [
      'most of a page',
      `<div class="social">${'More of it. '.repeat(40).trim()}</div>`,
      'More of it. '.repeat(40).trim(),
    ],
  ])('leaves %s', (_title, html, expected) => {
    expect(left(html)).toEqual(expected.split('|'));
  });

  it('leaves the column of a product, in which its price stands', () => {
    const column = '<div class="sidebar">$249, in stock</div>';
    expect(left(column, true)).toEqual(['$249, in stock']);
    expect(left(column)).toEqual([]);
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
