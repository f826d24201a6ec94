import { changes } from '../../../test/complete-choice';
import { keepCardPrices } from './keep-card-prices';

const kept = (html: string): string[] => changes(html, (page, choice) => keepCardPrices(page, choice));
const card = (inside: string): string => `<li><a href=/c>${inside}</a></li>`;

describe('keepCardPrices', () => {
  it.each([
    ['of a card that is a link', card('<h3>+A red chair</h3><p>$10</p>'), ['$10']],
    ['with its sign behind it', card('<h3>+A red chair</h3><p>1 299 kr</p>'), ['1 299 kr']],
    ['that was, and that is', card('<p>+A red chair of oak</p><p>12,99 zł</p><s>19 zł</s>'), ['12,99 zł', '19 zł']],
    ['and no other text', card('<p>Sale</p><p>+A red chair of oak</p><p>$10</p><p>Learn more</p>'), ['$10']],
  ])('keeps the price %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it.each([
    ['of a card that goes', card('<h3>A red chair</h3><p>$10</p>')],
    ['of a card most of which goes', card('<h3>A red chair of oak and steel</h3><b>+New</b><p>$10</p>')],
    ['of another link', `${card('<p>+A red chair</p>')}${card('<p>$10</p>')}`],
    ['in a button', card('<h3>+A red chair</h3><button>$10</button>')],
    ['of a link that was never closed', `<a href=/c><p>+${'word '.repeat(200)}</p><p>$10</p>`],
    ['beside a link', '<div><a href=/c>+A red chair</a><p>$10</p></div>'],
  ])('keeps nothing %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });
});
