import { changes } from '../../../test/complete-choice';
import { keepPrices } from './prices';

const product = (price: string, count = 1): string =>
  `<script type="application/ld+json">${`{"@type":"Product","offers":{"price":"${price}"}}`.repeat(count)}</script>`;
const kept = (html: string): string[] => changes(html, keepPrices);

describe('keepPrices', () => {
  it.each([
    ['the price below the title', `${product('49.50')}<h1>+Lamp</h1><div>$49.50</div><p>+Bright.`, ['$49.50']],
    ['a price with a comma', `${product('1299')}<h1>+Lamp</h1><div>1.299,00 €</div>`, ['1.299,00 €']],
    ['a price without a currency sign', `${product('49.5')}<h1>+Lamp</h1><div>49.50</div>`, ['49.50']],
    ['the first of two copies', `${product('5')}<h1>+Lamp</h1><div><p>$5</div><div><p>$5</div>`, ['$5']],
    ['a price next to a kept name', '<div><h3>+Lamp</h3><div>New</div><span>$12.00</span></div>', ['$12.00']],
    ['no price next to another name', '<div><p>+Lamp</div><div><p>Horn<p>$12.00</div>', []],
    ['no other price', `${product('49.50')}<h1>+Lamp</h1><div><p>$12.00</div>`, []],
    ['no price in a sentence', `${product('5')}<h1>+Lamp</h1><p>Orders of more than $5 are sent within a day`, []],
    ['no price of a page without product data', '<h1>+Lamp</h1><div><p>$49.50</div>', []],
    ['no price of a page with many products', `${product('5', 21)}<h1>+Lamps</h1><div><p>$5</div>`, []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });
});
