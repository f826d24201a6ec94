import { parseHtml } from '../tree/parse-html';
import { textOf } from '../tree/walk';
import { dropRepeatedMenus } from './drop-repeated-menus';

const MENU = `<ul>${'abcdef'.replace(/./g, '<li><a href=/$&>$&</a>')}</ul>`;

describe('dropRepeatedMenus', () => {
  it.each([
    ['a menu for two screen widths', `<nav>${MENU}</nav><div class=mobile>${MENU}</div>`, 'abcdef'],
    ['a menu nested in another', `<ul><li>x${MENU}</ul><ul><li>x${MENU}</ul>`, 'xabcdef'],
    ['a menu after a short list', `${MENU}<ul><li>x<ul><li>y</ul></ul>${MENU}`, 'abcdefxy'],
  ])('keeps the first of %s', (_, html, text) => {
    expect(shown(html)).toBe(text);
  });

  it.each([
    ['two menus with different targets', `${MENU}${MENU.replace('/c', '/x')}`, 'abcdefabcdef'],
    ['a short list of links', '<ul><li><a href=/a>a</a></ul>'.repeat(2), 'aa'],
    ['a menu after a hidden copy', `<div hidden>${MENU}</div>${MENU}`, 'abcdefabcdef'],
  ])('keeps both of %s', (_, html, text) => {
    expect(shown(html)).toBe(text);
  });
});

function shown(html: string): string {
  const { body } = parseHtml(`<body>${html}`);
  dropRepeatedMenus(body);
  return textOf(body);
}
