import { changes } from '../../../test/complete-choice';
import { completeFields, settleFields } from './settle-fields';

const settled = (html: string, score?: number): string[] =>
  changes(html, (page, choice, scores) => settleFields(page, scores, choice), score);

const card = (name: string, stars = '') => `<li class=card><h3>${name}</h3><p class=stars>${stars}</p></li>`;
const cards = (...stars: string[]) => `<ul>${stars.map((text) => card('+Chair', text)).join('')}</ul>`;
const button = (text: string) => `<button>${text}</button>`;

describe('settleFields', () => {
  it.each([
    ['the stars of one card in four', cards('+4.5', '+4.0', '+3.9', '4.1'), ['4.1']],
    ['stars that others have as well', cards('+4.5', '+4.0', '+4.5', '4.5'), ['4.5']],
    ['what is linked', cards('<a href=/x>+3 reviews</a>', '+b', '+c', '<a href=/x>12 reviews</a>'), ['12 reviews']],
    ['what stands in a button', cards(button('+(2)'), button('+(8)'), button('+(9)'), button('(315)')), ['(315)']],
    ['an item of a list', `<ul>${['+a', '+b', 'c', '+d'].map((text) => `<li>${text}`).join('')}</ul>`, ['c']],
    ['half of a field that is likely', cards('+a', '+b', 'c', 'd'), ['c', 'd']],
  ])('keeps %s', (_, html, texts) => {
    expect(settled(html)).toEqual(texts);
  });

  it.each([
    ['the one button of many cards that was kept', cards('+Compare', 'Compare', 'Compare', 'Compare'), ['-Compare']],
    [
      'half of a list of links',
      `<ul>${['+a', '+b', 'c', 'd'].map((text) => `<li><a href=/x>${text}</a>`).join('')}</ul>`,
      ['-a', '-b'],
    ],
    ['one item of a menu', `<ul>${['+a', 'b', 'c', 'd'].map((text) => `<li>${text}`).join('')}</ul>`, ['-a']],
  ])('drops %s', (_, html, texts) => {
    expect(settled(html)).toEqual(texts);
  });

  it('drops half of a field that is unlikely', () => {
    expect(settled(cards('+a', '+b', 'c', 'd'), 0.3)).toEqual(['-a', '-b']);
  });

  it('drops nothing that is sure, and keeps nothing that is surely beside the point', () => {
    expect(settled(cards('+a', 'b', 'c', 'd'), 0.8)).toEqual([]);
    expect(settled(cards('+a', '+b', '+c', 'd'), 0.05)).toEqual([]);
  });

  it.each([
    ['of three', `<div>${['+a', '+b', 'c'].map((text) => `<p>${text}</p>`).join('')}</div>`],
    ['whose rest are links', cards('+a', '+b', '+c', '<b>Read also:</b> <a href=/x>What oak costs</a>')],
    ['of prices', cards('+$ 5', '$ 6', '$ 7', '$ 8')],
    ['in another place', `<ul>${card('+A', '+a')}${card('+B', '+b')}${card('+C', '+c')}<li class=card>d</ul>`],
    [
      'that quotes what others say',
      cards('+one', '+two', '+three', ...Array(2).fill('the same long text of a quote, here and there')),
    ],
    ['of the cells of a table', `<table>${['+a', '+b', '+c', 'd'].map((text) => `<tr><td>${text}`).join('')}</table>`],
    ['of listings', ['+a', '+b', '+c', 'd'].map((text) => `<li class=card><pre>${text}</pre>`).join('')],
  ])('leaves alone fields %s', (_, html) => {
    expect(settled(html)).toEqual([]);
  });

  it('keeps a short text that others have, and a long heading', () => {
    const heading = '<h4>What this fund has brought in the last ten years</h4>';
    expect(settled(cards('+new', '+new', '+old', 'new'))).toEqual(['new']);
    expect(settled(cards(...Array(3).fill(heading.replace('What', '+What')), ...Array(2).fill(heading)))).toHaveLength(
      2,
    );
  });

  it('keeps the title among headings of its kind', () => {
    const heading = (text: string) => `<div class=name><h1>${text}</h1></div>`;
    const html = `<head><title>Oak chair</title></head>${['+Oak chair', 'Table', 'Bed', 'Rug'].map(heading).join('')}`;
    expect(settled(html, 0.3)).toEqual([]);
  });
});

describe('completeFields', () => {
  it('keeps what most others have, and drops nothing', () => {
    const complete = (html: string) => changes(html, (page, choice, scores) => completeFields(page, scores, choice));
    expect(complete(cards('+4.5', '+4.0', '+3.9', '4.1'))).toEqual(['4.1']);
    expect(complete(cards('+Compare', 'Compare', 'Compare', 'Compare'))).toEqual([]);
  });
});
