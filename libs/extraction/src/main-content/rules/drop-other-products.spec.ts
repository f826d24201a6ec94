import { changes } from '../../../test/complete-choice';
import { dropOtherProducts } from './drop-other-products';

const LD = '<script type="application/ld+json">{"@type":"Product","name":"Chair"}</script>';
const chair = `<h1>+Chair</h1><p>+Oak${' word'.repeat(40)}.</p>`;
const card = (price = '$10', picture = '<img src=x>') => `<li>${picture}<h3>+Table</h3><p>+${price}</p></li>`;
const row = (cards: string) => `<h2>+Similar items</h2><ul>${cards}</ul>`;
const dropped = (body: string, data = LD): string[] =>
  changes(`<head><title>Chair</title>${data}</head><body>${body}</body>`, dropOtherProducts);

describe('dropOtherProducts', () => {
  it('drops a row of other products with its heading', () => {
    expect(dropped(chair + row(card().repeat(3)))).toEqual([
      '-Similar items',
      ...Array(3).fill(['-Table', '-$10']).flat(),
    ]);
  });

  it.each([
    ['two cards', chair + row(card().repeat(2)), LD],
    ['cards without prices', chair + row(card('red').repeat(3)), LD],
    ['cards without pictures', chair + row(card('$10', '').repeat(3)), LD],
    ['cards above the title', row(card().repeat(3)) + chair, LD],
    ['a row as long as that of a listing', chair + row(card().repeat(30)), LD],
    ['all that there is', `<h1>+Chair</h1>${row(card().repeat(3))}`, LD],
    ['the page of a listing', chair + row(card().repeat(3)), LD + LD.replace('Product', 'ItemList')],
    ['the page of many products', chair + row(card().repeat(3)), LD.repeat(30)],
    ['a page that sells nothing', chair + row(card().repeat(3)), ''],
  ])('keeps %s', (_, body, data) => {
    expect(dropped(body, data)).toEqual([]);
  });
});
