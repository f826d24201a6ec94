import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';

const PARTS =
  '<div class=price__container><div class=price__regular><s>$20</s></div><div class=price__sale>$14</div></div>' +
  '<span class="badge price__badge-sale">Sale</span><span class="badge price__badge-sold-out">Sold out</span>';

const convert = (html: string) => toMarkdown(parseHtml(html).root).replace(/\s+/g, ' ');

it.each([
  ['price price--large', '~~$20~~'],
  ['price price--large price--on-sale', '$14 Sale'],
  ['price price--sold-out', '~~$20~~ Sold out'],
  ['product-price', '~~$20~~ $14 Sale Sold out'],
])('writes the price for the state %s', (classes, markdown) => {
  expect(convert(`<div class="${classes}">${PARTS}</div>`)).toBe(markdown);
});

it.each([
  ['<div class=price><span class=price__sale>$14</span></div>', '$14'],
  ['<div class=price><s class=price__regular>$20</s> <span class=price__sale>$14</span></div>', '~~$20~~ $14'],
  ['<div class=price><div class=price__container><div class=price__sale>$14</div></div></div>', '$14'],
  ['<div class=price><span class=price__badge-sold-out>Sold out</span></div>', 'Sold out'],
])('keeps prices of other themes: %s', (html, markdown) => {
  expect(convert(html)).toBe(markdown);
});
