import { changes } from '../../../test/complete-choice';
import { keepPrices } from './keep-prices';

const kept = (html: string): string[] => changes(html, (page, choice) => keepPrices(page, choice));

const card = (name: string, price: string) => `<li class=card><h3>${name}</h3><p class=price>${price}</p></li>`;
const grid = (...cards: string[]) => `<ul>${cards.join('')}</ul>`;
const PRICES = ['$10', '$20', '30 €', '£40'];
const NAME = '+A red chair';

describe('keepPrices', () => {
  it('keeps the prices of cards that are kept', () => {
    expect(kept(grid(...PRICES.map((price) => card(NAME, price))))).toEqual(PRICES);
  });

  it('keeps those of the cards alone that are kept', () => {
    const cards = PRICES.map((price, index) => card(index === 2 ? 'A red chair' : NAME, price));
    expect(kept(grid(...cards))).toEqual(['$10', '$20', '£40']);
  });

  it('keeps that some of them are sold out, and in place of a price', () => {
    const soldOut = (name: string) => `<li class=card><h3>${name}</h3><div class=out>Sold out</div></li>`;
    const cards = PRICES.map((price) => card(NAME, price));
    expect(kept(grid(...cards, ...[NAME, NAME, NAME].map(soldOut)))).toEqual([...PRICES, ...Array(3).fill('Sold out')]);
    expect(kept(grid(...cards, card(NAME, 'Sold out')))).toEqual([...PRICES, 'Sold out']);
  });

  it.each([
    ['of cards most of which go', grid(...PRICES.map((price, index) => card(index === 0 ? NAME : 'A chair', price)))],
    ['of three cards', grid(...PRICES.slice(1).map((price) => card(NAME, price)))],
    ['in fields of other texts', grid(...PRICES.map((price, index) => card(NAME, index < 2 ? price : 'Sold out')))],
    ['in links', grid(...PRICES.map((price) => card(NAME, `<a href=/x>${price}</a>`)))],
    ['in buttons', grid(...PRICES.map((price) => card(NAME, `<button>${price}</button>`)))],
    ['of boxes beside the text', `<p>${NAME}</p>${grid(...PRICES.map((price) => card('A chair', price)))}`],
  ])('keeps nothing %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });
});
