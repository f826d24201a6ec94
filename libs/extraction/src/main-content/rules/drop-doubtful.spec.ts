import { changes } from '../../../test/complete-choice';
import { dropDoubtful } from './drop-doubtful';

const article = `<p>+sure ${'слово '.repeat(25)}.</p><p>+sure ${'слово '.repeat(25)}.</p>`;
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
    [
      'not the title of the page',
      `<title>Слово дня</title><h1>+Слово дня</h1>${article}`,
      { sure: 0.9, Слово: 0.1 },
      [],
    ],
  ])('drops %s', (_, html, scores, texts) => {
    expect(dropped(html, scores as Record<string, number>)).toEqual(texts);
  });
});
