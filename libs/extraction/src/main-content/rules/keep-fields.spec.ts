import { changes } from '../../../test/complete-choice';
import { keepFields } from './keep-fields';

const kept = (html: string, score?: number): string[] =>
  changes(html, (page, choice, scores) => keepFields(page, scores, choice), score);

const post = (text: string) => `<li class=post><p>${text}</p></li>`;
const SAID = ['+one answer that is kept', '+another one', 'the answer that the scorer doubts'];

describe('keepFields', () => {
  it.each([
    ['the other posts of a thread', `<ul>${SAID.map(post).join('')}</ul>`, [SAID[2]]],
    ['posts in posts', `<ul>${post(`${SAID[0]}</p><ul>${post('+b')}${post('c')}</ul><p>`)}</ul>`, ['c']],
    [
      'headings that are links',
      ['+A', '+A', 'B'].map((name) => `<div class=card><h3><a href=/x>${name}</a></h3></div>`).join(''),
      ['B'],
    ],
    ['what few others say as well', `${post('+a')}${post('+b')}${post('+c')}${post('New')}${post('+New')}`, ['New']],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it.each([
    ['of fields most of which go', `${post('+a')}${post('b')}${post('c')}`],
    ['of two', `${post('+a')}${post('b')}`],
    ['in another place', `${post('+a')}${post('+b')}${post('+c')}<li class=menu><p>d</p></li>`],
    ['in elements without classes', '<ul><li><p>+a</p><li><p>+b</p><li><p>c</p></ul>'],
    ['of links', `${post('+a')}${post('+b')}${post('<a href=/x>c</a>')}`],
    ['of buttons', ['+a', '+b', 'c'].map((name) => `<div class=post><button>${name}</button></div>`).join('')],
    ['that repeats, of fields of which a part goes', `${post('+a')}${post('+b')}${post('New')}${post('New')}`],
    [
      'of long texts that repeat',
      `${post('+a')}`.repeat(9) + post('one long text that a carousel has again').repeat(2),
    ],
    ['in another script', `${post('+раз')}${post('+два')}${post('три')}`],
  ])('keeps nothing %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });

  it('keeps nothing that is surely beside the point', () => {
    expect(kept(SAID.map(post).join(''), 0.05)).toEqual([]);
  });
});
