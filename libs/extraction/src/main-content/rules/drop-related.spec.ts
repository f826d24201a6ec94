import { changes } from '../../../test/complete-choice';
import { dropRelated } from './drop-related';

const text = `<p>+sure ${'word '.repeat(50)}.</p>`;
const teaser = '<ul><li><a href=x>+a</a><p>+b c d.</p></ul>';

/** Texts that begin with `sure` are probable, all others half as much, or as `score` says. */
const dropped = (html: string, score = 0.4, sells = false): string[] =>
  changes(
    html,
    (page, kept, scores) => dropRelated(page, scores, kept, sells),
    (block) => (block.startsWith('+sure') ? 0.9 : score),
  ).map((said) => said.slice(0, 8));

describe('dropRelated', () => {
  it.each(['related-articles', 'article_related_by', 'sidebar', 'most-read', 'lastNews last-news'])(
    'drops a box called %s below a text',
    (name) => {
      expect(dropped(`${text}<div class="${name}">${teaser}</div>`)).toEqual(['-a', '-b c d.']);
      expect(dropped(`${text}<div id="${name.split(' ').at(-1)}">${teaser}</div>`)).toEqual(['-a', '-b c d.']);
    },
  );

  it.each([
    ['what is nearly as probable as the text', `${text}<div class=related>${teaser}</div>`, 0.7],
    ['what is called so above the text', `<div class=related>${teaser}</div>${text}`, 0.4],
    ['what has such a word in its name', `${text}<div class="correlated unrelated-to recently">${teaser}</div>`, 0.4],
    ['what manuals have below', `${text}<div class="admonition seealso">${teaser}</div>`, 0.4],
    ['what it is about', `${text}<div class="recommended-dose" id="recent-work">${teaser}</div>`, 0.4],
    ['a card', `${text}<div class="cmp-teaser">${teaser}</div>`, 0.4],
    [
      'what has something beside it',
      `${text}<div class="main sidebar-enabled--false has-sidebar">${teaser}</div>`,
      0.4,
    ],
    [
      'the section that a heading names',
      `${text}<section id=related-work><h2>+Related work</h2>${teaser}</section>`,
      0.4,
    ],
    ['anything where no text is', `<p>+sure word.</p><div class=related>${teaser}</div>`, 0.4],
    ['the latest posts of a page that is no article', `${text}<div class=latest>${teaser.repeat(40)}</div>`, 0.4],
    ['a page that is called so', `<main class=related>${text}${teaser}</main>`, 0.4],
    ['the title of the page', `<title>a b c</title>${text}<div class=sidebar><h1>+a b c</h1>${teaser}</div>`, 0.4],
  ])('leaves %s', (_, html, score) => {
    expect(dropped(html, score)).toEqual([]);
  });

  it('drops more than the text below an article', () => {
    const dated = `<p>3 May 2024</p>${text}<div class=latest>${teaser.repeat(40)}</div>`;
    expect(dropped(dated)).toHaveLength(80);
  });

  it('leaves the sidebar of a product', () => {
    expect(dropped(`${text}<div class=sidebar>${teaser}</div>`, 0.4, true)).toEqual([]);
    expect(dropped(`${text}<div class=related>${teaser}</div>`, 0.4, true)).toEqual(['-a', '-b c d.']);
  });
});
