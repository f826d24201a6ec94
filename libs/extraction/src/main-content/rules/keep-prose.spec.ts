import { changes } from '../../../test/complete-choice';
import { keepProse } from './keep-prose';

const prose = (name: string, words = 20): string => `${name}${' word'.repeat(words)}.`;
const p = (name: string, words?: number): string => `<p>${prose(name, words)}</p>`;
const kept = (html: string, score?: number): string[] =>
  changes(html, (page, choice, scores) => keepProse(page, scores, choice), score).map(
    (text) => text.split(' ')[0] ?? '',
  );

describe('keepProse', () => {
  it.each([
    ['prose between kept prose', `<div>${p('+a')}${p('b')}${p('+c')}</div>`, ['b']],
    ['no prose of another parent', `<div>${p('+a')}<div>${p('b')}</div>${p('+c')}</div>`, []],
    ['nothing that comes twice', `<div>${p('+a')}${p('b')}${p('+c')}${p('b')}${p('+d')}</div>`, []],
    ['no label', '<div><p>+a</p><p>b</p><p>+c</p></div>', []],
    ['no prose before and behind', `<div>${p('b')}${p('+a')}${p('c')}</div>`, []],
    [
      'the end of a long text',
      `<div>${p('+a', 120)}${p('+b', 120)}${p('+c', 120)}<ul><li>${prose('d')}</ul>${p('e')}</div>`,
      ['d', 'e'],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('leaves the end of a long text of which the scorer is sure', () => {
    expect(kept(`<div>${p('+a', 120)}${p('+b', 120)}${p('+c', 120)}${p('d')}</div>`, 0.1)).toEqual([]);
  });
});
