import { parseHtml } from '../tree/parse-html';
import { cutIntoShownBlocks } from './shown-blocks';

const ASKED = 'I am looking for a bicycle that does not break';
const POST = `<p itemprop=text>${ASKED}</p>`;

function shown(html: string): string[] {
  return cutIntoShownBlocks(parseHtml(html).root).blocks.map(({ text }) => text);
}

describe('cutIntoShownBlocks', () => {
  it.each([
    ['a class', `<div class="post hidden"><i>Ann</i>${POST}</div>`],
    ['an attribute', `<div hidden><i>Ann</i>${POST}</div>`],
    ['a style', `<div style="display: none"><i>Ann</i>${POST}</div>`],
  ])('leaves out what %s hides and the page shows elsewhere', (_, copy) => {
    expect(shown(`${copy}<h1>Bicycles</h1><b>Ann</b> asks<p>${ASKED}</p>`)).toEqual(['Bicycles', 'Ann asks', ASKED]);
  });

  it.each([
    ['stands there once', `<div class=hidden>${POST}</div><p>Answers</p>`],
    ['says more than is shown', `<div class=hidden>${POST}<p>$ 900</p></div><p>${ASKED}</p>`],
    ['is shown on wide screens', `<div class="hidden md:block">${POST}</div><p>${ASKED}</p>`],
    ['is shown on large screens', `<div class="d-none d-lg-flex">${POST}</div><p>${ASKED}</p>`],
    ['is hidden both times', `<div class=hidden>${POST}</div><div hidden><p>${ASKED}</p></div>`],
    [
      'is in a panel that says the same as the open one',
      `<p>${ASKED}</p><div role=tabpanel hidden><p>${ASKED}</p></div>`,
    ],
    ['only has a name like it', `<div class=overflow-hidden>${POST}</div><p>${ASKED}</p>`],
  ])('keeps what %s', (_, html) => {
    expect(shown(html)).toHaveLength(html.split('<p').length - 1);
  });
});
