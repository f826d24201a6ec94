import { kindsOfPages } from '../../test/kinds-of-pages';
import { newsInLanguages } from '../../test/news-in-languages';
import { parseHtml } from '../tree/parse-html';
import { textOf } from '../tree/walk';
import { keepMainContent } from './keep-main-content';
import { readPageHints } from './page-hints';

function mainTextOf(html: string): string {
  const { root, body } = parseHtml(html);
  const hints = readPageHints(root);
  keepMainContent(body, hints);
  return textOf(body).replace(/\s+/g, ' ');
}

describe('keepMainContent', () => {
  it.each(kindsOfPages)('keeps the main content of a $kind page', ({ html, holds, lacks }) => {
    const text = mainTextOf(html);
    expect(holds.filter((snippet) => !text.includes(snippet))).toEqual([]);
    expect(lacks.filter((snippet) => text.includes(snippet))).toEqual([]);
  });

  it.each(newsInLanguages)('keeps short news and removes the teasers below: $language', ({ html, holds, lacks }) => {
    const text = mainTextOf(html);
    expect(holds.filter((snippet) => !text.includes(snippet.replace(/\s+/g, ' ')))).toEqual([]);
    expect(lacks.filter((snippet) => text.includes(snippet))).toEqual([]);
  });

  it.each([
    ['a short page', '<h1>Title</h1><p>One line.</p>', 'Title One line.'],
    [
      'a short page with a menu',
      '<nav>Home</nav><h1>Title</h1><p>One line.</p><footer>Imprint</footer>',
      'Title One line.',
    ],
    ['a page of links', `<ul>${'<li><a href=x>A page of ours</a></li>'.repeat(200)}</ul>`, 'A page of ours'],
    ['a page without spaces', `<p>${'a'.repeat(5000)}</p>`, 'aaaa'],
  ])('keeps text of %s', (_, html, start) => {
    expect(mainTextOf(html.replaceAll('><', '> <')).trim()).toMatch(new RegExp(`^${start}`));
  });

  it('gives the same result in any order of pages', () => {
    const answers = kindsOfPages.map(({ html }) => mainTextOf(html));
    const again = [...kindsOfPages].reverse().map(({ html }) => mainTextOf(html));
    expect(again.reverse()).toEqual(answers);
  });
});
