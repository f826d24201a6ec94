import { changes } from '../../../test/complete-choice';
import { dropDoubtful } from './drop-doubtful';

const article = `<p>+sure ${'слово '.repeat(25)}.</p><p>+sure ${'слово '.repeat(25)}.</p>`;
const title = '<title>Слово дня</title><h1>+Слово дня</h1>';
const link = (text: string) => `<li><a href=x>+${text}</a></li>`;

/** What is taken out, where the scorer gives texts that begin so the probabilities `scores`, and others none. */
function dropped(html: string, scores: Record<string, number>): string[] {
  const scoreOf = (text: string) => Object.entries(scores).find(([start]) => text.startsWith(`+${start}`))?.[1] ?? 0;
  return changes(html, (page, kept, all) => dropDoubtful(page, all, kept), scoreOf);
}

describe('dropDoubtful', () => {
  it.each([
    ['links beside a text that is sure', `${article}<ul>${link('a')}</ul>`, { sure: 0.9, a: 0.5 }, ['-a']],
    ['other texts when they are much less probable', `${article}<p>+a b c.</p>`, { sure: 0.9, a: 0.3 }, ['-a b c.']],
    ['no texts that may be a part of it', `${article}<p>+a b c.</p>`, { sure: 0.9, a: 0.5 }, []],
    ['no links that are nearly as sure', `${article}<ul>${link('a')}</ul>`, { sure: 0.9, a: 0.6 }, []],
    ['nothing where no text is sure', `${article}<ul>${link('a')}</ul>`, { sure: 0.7, a: 0.1 }, []],
    ['nothing beside a line or two', `<p>+sure слово слово.</p><ul>${link('a')}</ul>`, { sure: 0.9, a: 0.1 }, []],
    [
      'nothing of cards, whose texts have links between them',
      `<p>+sure ${'слово '.repeat(25)}.</p><h3><a href=x>+a ${'слово '.repeat(8)}</a></h3><p>+sure ${'слово '.repeat(25)}.</p>`,
      { sure: 0.9, a: 0.1 },
      [],
    ],
    [
      'nothing of a page in Latin letters',
      `<p>+sure ${'a word '.repeat(25)}.</p><ul>${link('a')}</ul>`,
      { sure: 0.9, a: 0.1 },
      [],
    ],
    ['not the title of the page', title + article, { sure: 0.9, Слово: 0.1 }, []],
    [
      'links beside a text that is less sure, when it stands below the title',
      `${title}${article}<ul>${link('a')}</ul>`,
      { sure: 0.6, a: 0.3, Слово: 0.1 },
      ['-a'],
    ],
    [
      'more of what stands above the title, and no kicker',
      `<ul>${link('a')}</ul><p>+b c d.</p><p>e</p><p>f</p><p>g</p><p>h</p><p>+kicker</p>${title}${article}`,
      { sure: 0.6, a: 0.4, b: 0.4, kicker: 0.4, Слово: 0.1 },
      ['-a', '-b c d.'],
    ],
  ])('drops %s', (_, html, scores, texts) => {
    expect(dropped(html, scores as unknown as Record<string, number>)).toEqual(texts);
  });

  describe('in Latin letters', () => {
    const polish = `<p>+sure ${'Według niego to nie jest koniec zmian w tym roku. '.repeat(6)}</p>`;
    const dated = `<p>12.04.2013</p>${polish}`;
    const rest = `<ul>${link('a')}</ul><p>+b c d.</p>`;

    it.each([
      ['links and texts beside a dated text', dated + rest, { sure: 0.9, a: 0.4, b: 0.2 }, ['-a', '-b c d.']],
      [
        'them beside what the page calls an article',
        `<meta property=og:type content=article>${polish}${rest}`,
        { sure: 0.9, a: 0.4, b: 0.2 },
        ['-a', '-b c d.'],
      ],
      ['none that are half as probable', dated + rest, { sure: 0.9, a: 0.5, b: 0.3 }, []],
      ['nothing on a page that may be no article', polish + rest, { sure: 0.9, a: 0.1, b: 0.1 }, []],
      [
        'nothing beside English',
        `<p>12.04.2013</p><p>+sure ${'It is not the end of the changes to come. '.repeat(6)}</p>${rest}`,
        { sure: 0.9, a: 0.1, b: 0.1 },
        [],
      ],
    ])('drops %s', (_, html, scores, texts) => {
      expect(dropped(html, scores as unknown as Record<string, number>)).toEqual(texts);
    });
  });
});
