import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('isLoadingNotice', () => {
  it.each([
    ['by its class', '<p>a<div class=LoadingIndicator_text__3v>Loading...</div><p>b'],
    ['by its container', '<p>a<div class=spinner><div><div></div></div><p>Loading</p></div><p>b'],
    ['by its id', '<p>a<div id=jp-comments-loading><span>Loading Comments...</span></div><p>b'],
    ['as a heading for screen readers', '<p>a<h3 class=sr-only>Loading...</h3><p>b'],
    ['in another language', '<p>a<div class=loader>Chargement…</div><p>b'],
  ])('removes a notice that is recognised %s', (_, html) => {
    expect(convert(html)).toBe('a\n\nb');
  });

  it('keeps the label of a button', () => {
    expect(convert('<button><span class=sr-only>Loading...</span></button><button>Add to cart</button>')).toBe(
      'Add to cart',
    );
  });

  it.each([
    ['a title', '<h2 class=title>Loading...</h2>', '## Loading...'],
    ['a service', '<div class=loading-and-unloading><h3>Loading</h3></div>', '### Loading'],
    ['a service in a list', '<ul class=downloads><li>Loading<li>Unloading</ul>', '- Loading\n- Unloading'],
    ['a chapter', '<h2 id=progress-loading>Loading</h2><p>Set it.', '## Loading\n\nSet it.'],
    ['a chapter that ends with dots', '<h3 id=skeleton>Loading…</h3>', '### Loading…'],
    ['a chapter with a box', '<h3><span class=skeleton>Loading…</span></h3>', '### Loading…'],
    ['a step', '<ol><li>Booked<li class=progress-step>Loading<li>At sea</ol>', '1. Booked\n2. Loading\n3. At sea'],
    ['a step with a box', '<ul><li>Booked<li><b class=skeleton>Loading</b></ul>', '- Booked\n- **Loading**'],
    ['a step in a row', '<div>Booked</div><div class=progress-step>Loading</div>', 'Booked\n\nLoading'],
    ['a link', '<a class=skeleton href=/l>Loading</a>', '[Loading](/l)'],
    ['a track', '<ol class=preloaded><li>Loading…</ol>', '1. Loading…'],
    ['a word of a text', '<p class=loading>It says <em>Loading...</em> for long.', 'It says *Loading...* for long.'],
    ['code', '<div class=loader><code>Loading...</code></div>', '`Loading...`'],
    [
      'a cell',
      '<table><tr><th>State<td role=status>Loading...</table>',
      '|  |  |\n| --- | --- |\n| State | Loading... |',
    ],
    ['another text of the element', '<div role=status>Loading dock 3 is closed.</div>', 'Loading dock 3 is closed.'],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
