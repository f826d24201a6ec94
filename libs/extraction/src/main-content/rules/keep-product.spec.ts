import { changes } from '../../../test/complete-choice';
import { keepProduct } from './keep-product';
import { offerOf } from './offer-of';

const LD = '<script type="application/ld+json">{"@type":"Product","offers":{"price":"1299.00"}}</script>';
const kept = (body: string, head = LD): string[] =>
  changes(`<head><title>Chair</title>${head}</head><body>${body}</body>`, (page, chosen) => {
    if (offerOf(page) === 'one') keepProduct(page, chosen);
  });

describe('keepProduct', () => {
  it.each([
    [
      'the price that the page names, and no other',
      '<h1>+Chair</h1><div>Gift $10</div><div>$1,299.00</div><div>$1,299.00</div>',
      ['$1,299.00'],
    ],
    ['a price with other marks', '<h1>+Chair</h1><div>9,90 €</div><div>1.299,00 €</div>', ['1.299,00 €']],
    ['a price without a sign of money', '<h1>+Chair</h1><div>2 chairs</div><div>1299 лв</div>', ['1299 лв']],
    ['a named price far below', `<h1>+Chair</h1>${'<p>x</p>'.repeat(80)}<div>$1,299.00</div>`, ['$1,299.00']],
    ['whether it is to be had', '<h1>+Chair</h1><div>In stock</div><button>In stock?</button>', ['In stock']],
    ['how few are left', '<div>Low in stock, only 1 left</div><h1>+Chair</h1>', ['Low in stock, only 1 left']],
    [
      'what it is made of and how large it is',
      '<h1>+Chair</h1><ul><li>Made by <a href=x>Us</a><li>Material: oak<li>Seat height: 45 cm</ul><ul><li>a<li>b</ul>',
      ['Made by Us', 'Material: oak', 'Seat height: 45 cm'],
    ],
    [
      'no fields that choose among products',
      '<h1>+Chair</h1><ul><li>Filter by seat: 45 cm<li>Filter by wood: oak</ul><div class=filters><ul><li>Material: oak<li>Seat: high</ul></div>',
      [],
    ],
    ['its rating', '<h1>+Chair</h1><div>4.6 out of 5 (12 reviews)</div>', ['4.6 out of 5 (12 reviews)']],
    [
      'its specification, without buttons',
      '<h1>+Chair</h1><h3>Specifications</h3><ul><li>Oak, oiled by hand<li>Seat 45 cm high and wide</ul><button>More</button><h3>x</h3>',
      ['Specifications', 'Oak, oiled by hand', 'Seat 45 cm high and wide'],
    ],
    [
      'no list of links',
      '<h1>+Chair</h1><h3>Features</h3><p><a href=x>one two three four five six seven eight</a></p>',
      [],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('knows by its markup that a page sells something', () => {
    const html = '<div itemscope itemtype="https://schema.org/Product"><h1>+Chair</h1><div>1299,00 €</div></div>';
    expect(kept(html, '')).toEqual(['1299,00 €']);
  });

  it('knows by its title, price and button that a page sells something', () => {
    const html = '<h1>+Chair</h1><div>$79.99</div><div>In stock. Ready to ship</div>';
    expect(kept(`${html}<button>Add to cart</button>`, '')).toEqual(['$79.99', 'In stock. Ready to ship']);
    expect(kept(html + '<button>Add to cart</button>'.repeat(9), '')).toEqual([]);
  });

  it('leaves pages alone that sell nothing', () => {
    expect(kept('<h1>+Chair</h1><div>$1,299.00</div><div>In stock</div>', '')).toEqual([]);
  });

  it('keeps what it costs below what it has cost', () => {
    const prices = '<div class=regular-price>12 €</div><div>9 €</div><div>Gift 5 €</div>';
    expect(kept(`<h1>+Chair</h1>${prices}`, '<meta property=og:type content=product>')).toEqual(['12 €', '9 €']);
  });
});
