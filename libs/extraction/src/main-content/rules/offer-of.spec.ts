import { openView } from '../../../test/open-view';
import { offerOf } from './offer-of';

const data = (type: string, times = 1): string =>
  `<script type="application/ld+json">{"@type":"${type}"}</script>`.repeat(times);
const og = (type: string): string => `<meta property="og:type" content="${type}">`;
const card = (price = '$10'): string => `<li><img src=x><h3>Table</h3><p>${price}</p></li>`;
const grid = (count: number, price?: string): string => `<ul>${card(price).repeat(count)}</ul>`;
const shown = (price: string): string =>
  `<h1>Chair</h1>${price}<p>In stock</p><p>Oak and steel.</p><h2>Weight</h2><p>4 kg</p>`;
const related = (button: string): string =>
  `<ul>${`<li><img src=x><h3>Table</h3><p class=price>995 kr</p><button>${button}</button></li>`.repeat(24)}</ul>`;
const sold =
  '<script type="application/ld+json">{"@type":"Product","offers":{"@type":"Offer","price":"4995"}}</script>';
const offer = (head: string, body: string): string =>
  offerOf(openView(`<head><title>Chair</title>${head}</head><body>${body}</body>`).view);

describe('offerOf', () => {
  it.each([
    ['a product', data('Product'), '<h1>Chair</h1><p>$99</p>'],
    ['a product with variants', data('Product', 14), '<h1>Chair</h1><p>$99</p>'],
    ['a product in Open Graph', og('product'), '<h1>Chair</h1><p>$99</p>'],
    [
      'a group that shows a price and a button',
      og('product.group'),
      '<h1>Chair</h1><p>$9</p><button>Add to cart</button>',
    ],
    ['a product and others like it', data('Product'), `<h1>Chair</h1><p>$99</p>${grid(12)}`],
    [
      'a product, its button and many others',
      data('Product'),
      `<h1>Chair</h1><p>$9</p><button>Buy now</button>${grid(30)}`,
    ],
    ['a product far above many others', data('Product'), `<h1>Chair</h1>${'<p>Oak</p>'.repeat(80)}${grid(30)}`],
    [
      'a product with a row of others below its text',
      og('product'),
      `<h1>Chair</h1>${'<p>Oak</p>'.repeat(30)}${grid(11)}`,
    ],
    ['a product and a choice of colors', data('Product'), `<h1>Chair</h1><ul>${'<li>Red</li>'.repeat(30)}</ul>`],
    ...['Lägg i varukorgen', 'Sold out'].flatMap((button): [string, string, string][] => [
      [`a product with an offer and many others: ${button}`, sold, shown('<p>4995 kr</p>') + related(button)],
      [
        `a product with a named price and many others: ${button}`,
        og('product'),
        shown('<p class="product-price">4995 kr</p>') + related(button),
      ],
      [
        `a product with a price for machines and many others: ${button}`,
        og('product'),
        shown('<p><span itemprop=price>4995 kr</span></p>') + related(button),
      ],
    ]),
    ['a product and articles', data('Product'), `<h1>Chair</h1>${grid(30, 'today')}`],
  ])('is one: %s', (_, head, body) => {
    expect(offer(head, body)).toBe('one');
  });

  it.each([
    ['a page with the data of many', data('Product', 24), '<h1>Chairs</h1>'],
    ['a group', og('product.group'), '<h1>Chairs</h1>'],
    ['a page that lists many', data('Product'), `<h1>Chair</h1><p>Sort by price</p>${grid(30)}`],
    [
      'a page that lists many as it says in its data',
      `${sold}<script type="application/ld+json">{"@type":"ItemList"}</script>`,
      `<h1>Chairs</h1>${grid(30)}`,
    ],
    [
      'a page that lists many below a filter',
      og('product'),
      `<h1>Chairs</h1><div class=filters><p class=price>0 to $99</p></div>${grid(30)}`,
    ],
    [
      'a page that lists many below a price of something else',
      og('product'),
      `<h1>Chairs</h1><p>Free from $99</p>${grid(30)}`,
    ],
    ['a page that lists some right away', og('product'), `<h1>Chair</h1><p>Sort by price</p>${grid(12)}`],
  ])('is many: %s', (_, head, body) => {
    expect(offer(head, body)).toBe('many');
  });

  it('is none where nothing says so', () => {
    expect(offer('', `<h1>Chairs</h1>${grid(30)}`)).toBe('none');
  });
});
