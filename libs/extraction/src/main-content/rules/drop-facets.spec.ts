import { changes } from '../../../test/complete-choice';
import { dropFacets } from './drop-facets';

const chairs = `<h1>+Chairs</h1><p>+All${' word'.repeat(40)}.</p><ul><li>+Oak chair<li>+Beech chair<li>+Pine chair</ul>`;
const values = '<ul><li>+Oak (12)<li>+Beech (3)<li>+$50 to $100 (7)</ul>';
const dropped = (body: string): string[] =>
  changes(`<head><title>Chairs</title></head><body>${body}</body>`, dropFacets);

describe('dropFacets', () => {
  it.each([
    ['by class', `<aside class="left filters">${values}</aside>${chairs}`],
    ['by id', `${chairs}<div id=filter-wood>${values}</div>`],
    ['by the name that a build has made', `<div class=Filter_items__lqw6R>${values}</div>${chairs}`],
  ])('drops the values that one chooses among, known %s', (_, html) => {
    expect(dropped(html)).toEqual(['-Oak (12)', '-Beech (3)', '-$50 to $100 (7)']);
  });

  it.each([
    ['what is filtered', `<div class=filter><h1>+Chairs</h1>${values}</div>${chairs.replace('h1', 'h2')}`],
    ['values alone', `<div class=filter>${values}</div>`],
    ['entries with pictures', `${chairs}<div class=filter-results>${values.replace('+Oak', '<img src=x>+Oak')}</div>`],
    ['most of a page', `<div class=filter-results>${'<p>+Job in a town</p>'.repeat(60)}</div>${chairs}`],
    ['text', `${chairs}<div class=filters><p>+A water filter${' word'.repeat(20)}.</p><p>+b</p><p>+c</p></div>`],
    ['two values', `${chairs}<div class=filter><p>+Oak</p><p>+Pine</p></div>`],
    ['what is called otherwise', `${chairs}<div class="nofilter filtering">${values}</div>`],
  ])('keeps %s', (_, html) => {
    expect(dropped(html)).toEqual([]);
  });
});
