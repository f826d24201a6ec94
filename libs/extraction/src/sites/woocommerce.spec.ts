import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

const price = (amount: string) => `<span class="amount"><bdi><span>$</span>${amount}</bdi></span>`;
const PRICES =
  `<del aria-hidden="true">${price('30.00')}</del> <span class="screen-reader-text">Original price was: $30.00.</span>` +
  `<ins aria-hidden="true">${price('21.00')}</ins><span class="screen-reader-text">Current price is: $21.00.</span>`;

describe('isWooCommercePriceNote', () => {
  it('removes notes that repeat the regular and the sale price', () => {
    expect(toMarkdown(parseHtml(`<p class="price">${PRICES}</p>`).root)).toBe('~~$30.00~~ $21.00');
  });

  it('keeps a note about another amount', () => {
    const html = PRICES.replace('was: $30.00', 'was: $35.00');
    expect(toMarkdown(parseHtml(html).root)).toContain('Original price was: $35.00.');
  });
});
