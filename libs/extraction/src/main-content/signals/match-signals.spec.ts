import { openView } from '../../../test/open-view';
import { HEADING_SIGNALS } from './heading-signals';
import { LINE_SIGNALS } from './line-signals';
import { NAME_SIGNALS } from './name-signals';
import type { Signal } from './signal';

const idsOf = (mask: number, signals: readonly Signal[]): string[] =>
  signals.filter((_, signal) => (mask >> signal) & 1).map(({ id }) => id);

describe('signals', () => {
  it.each([
    ['Related articles', ['related']],
    ['Comments (12)', ['comments']],
    ['12 comments', ['comments']],
    ['Sign up for our letter', ['newsletter']],
    ['Das könnte Sie auch interessieren', ['related']],
    ['Über die Autorin', ['bio']],
    ['相关阅读', ['related']],
    ['Похожие статьи', ['related']],
    ['Related work on harbours', []],
    ['A comment on comments', []],
  ])('match the heading "%s"', (text, ids) => {
    const { view } = openView(`<h2>${text}</h2>`);
    expect(idsOf(view.signals.headings[0] as number, HEADING_SIGNALS)).toEqual(ids);
  });

  it.each([
    ['Add to cart', ['cart']],
    ['In den Warenkorb', ['cart']],
    ['In stock: 3 left', ['stock']],
    ['Lees ook: tien havens', ['related']],
    ['Joined March 2019', ['member']],
    ['Последний раз редактировалось', ['edited']],
    ['The cart is full', []],
  ])('match the beginning of "%s"', (text, ids) => {
    const { view } = openView(`<p>${text}</p>`);
    expect(idsOf(view.signals.lines[0] as number, LINE_SIGNALS)).toEqual(ids);
  });

  it('ignore the beginning of a paragraph', () => {
    const { view } = openView(`<p>Add to cart ${'some more words '.repeat(5)}</p>`);
    expect([...view.signals.lines, ...view.signals.headings]).toEqual([0, 0]);
  });

  it.each([
    ['<div class="post-comments">', ['comments']],
    ['<div id="newsletter-2">', ['newsletter']],
    ['<div class="AuthorBox author-box">', ['bio']],
    ['<div class="commentary">', []],
  ])('match the names of %s', (tag, ids) => {
    const { view } = openView(`${tag}<p>text</p></div>`);
    const element = view.elements.node.findIndex(({ localName }) => localName === 'div');
    expect(idsOf(view.names.signals[element] as number, NAME_SIGNALS)).toEqual(ids);
  });

  it('have unique ids by kind and words in lower case', () => {
    for (const signals of [NAME_SIGNALS, HEADING_SIGNALS, LINE_SIGNALS]) {
      expect(new Set(signals.map(({ id }) => id)).size).toBe(signals.length);
      const words = signals.flatMap((signal) => Object.values(signal.words)).join('|');
      expect(words).toBe(words.toLowerCase());
    }
  });
});
