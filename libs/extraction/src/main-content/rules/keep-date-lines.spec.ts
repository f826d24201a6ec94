import { changes } from '../../../test/complete-choice';
import { keepDateLines } from './keep-date-lines';

const kept = (html: string): string[] => changes(html, keepDateLines);

const post = (line: string, text: string) => `<div class=post><div class=by>${line}</div><p>${text}</p></div>`;
const KEPT = ['Ada', 'Bob', 'Cy'].map((name) => post(`+${name} 3/3/2026 19:44`, '+a')).join('');

describe('keepDateLines', () => {
  it('keeps the lines of the other texts that are kept', () => {
    const others = post('Dan 3/3/2026 20:04', '+d') + post('Eve 3/3/2026 20:09', 'e') + post('Flo 4/3/2026', '+f');
    expect(kept(KEPT + others)).toEqual(['Dan 3/3/2026 20:04', 'Flo 4/3/2026']);
  });

  it.each([
    ['two', post('+Ada 3/3/2026 19:44', '+a') + post('+Bob 3/3/2026 19:50', '+b') + post('Dan 3/3/2026', '+d')],
    ['links', KEPT + post('<a href=/x>Dan 3/3/2026 20:04</a>', '+d')],
    [
      'a kind most of which name no day',
      KEPT + ['Dan', 'Eve', 'Flo 3/3/2026'].map((line) => post(line, '+d')).join(''),
    ],
    ['texts', KEPT + post('On the 3/3/2026 we went up the hill behind the house and saw that', '+d')],
  ])('keeps none of %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });
});
