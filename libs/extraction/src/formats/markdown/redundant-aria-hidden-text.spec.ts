import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string) => toMarkdown(parseHtml(html).root);
const sign = (html: string) => `<span aria-hidden=true>${html}</span>`;

describe('isRedundantAriaHiddenText', () => {
  it.each([
    ['a count', `${sign('(411)')}<span class=r>411 reviews, 4.1 out of 5</span>`, '411 reviews, 4.1 out of 5'],
    [
      'a price whose cents are raised',
      '<div aria-hidden=true><i>$</i><b>148</b><i>02</i></div><span>current price $148.02</span>',
      'current price $148.02',
    ],
    [
      'a small count',
      `<span class=v-visible-sr>5 gold badges</span>${sign('<b></b><span>5</span>')}<span class=v-visible-sr>6 silver</span>${sign('6')}`,
      '5 gold badges 6 silver',
    ],
    ['a slide number', `<p><span>Slide 1 of 8</span>${sign('1 of 8')}</p>`, 'Slide 1 of 8'],
  ])('removes %s that adjacent text repeats', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['a number in a row', `<p>${sign('1')} <span>1 Peter</span></p>`, '1 Peter'],
    ['a part of a number', `<p>${sign('(4)')} <span>45 reviews</span></p>`, '(4)'],
    ['a visible dash', `<p>${sign('--')}<span>not specified</span></p>`, '--not specified'],
    ['a dash before a symbol', `<p>${sign('—')} <span class=sr-only>1</span></p>`, '— 1'],
    ['a price next to a number', `<p>${sign('$5')} <span>5 left in stock</span></p>`, '$5 5 left'],
    ['a longer number', `<p>${sign('500+')} <span>500 guests at once</span></p>`, '500+ 500'],
    ['an initial', `<p>${sign('J')} <span>John</span></p>`, 'J John'],
    ['a word that is the start of the next', `<p>${sign('Earn')} <span>Earn 5% back</span></p>`, 'Earn Earn'],
    ['an amount next to another price', `<p>${sign('$5.00')}<span>Price 5.00</span></p>`, '$5.00'],
    [
      'a cell',
      '<table><tr><th>A<th>B<tr><td aria-hidden=true>$5.00<td>$5.00 a month</table>',
      '| $5.00 | $5.00 a month |',
    ],
    ['an image', `<p>${sign('<img src=/a.png alt=a>$5.00')}<span>$5.00 a month</span></p>`, '![a]'],
    [
      'texts without letters and digits',
      `<p>${sign('$5.00')}<span aria-hidden=true>$5.00 a month</span></p>`,
      '$5.00 ',
    ],
    ['microdata', '<p><span>$5.00</span> <span>$5.00 a month</span></p>', '$5.00 $5.00'],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toContain(markdown);
  });
});
