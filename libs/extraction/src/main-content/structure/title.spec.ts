import { changes } from '../../../test/complete-choice';
import { openView } from '../../../test/open-view';
import { serializeChildren } from '../../tree/serialize-html';
import { keepTitle, promoteTitle } from './title';

const kept = (body: string, title = 'How to bake bread - Bakers'): string[] =>
  changes(`<title>${title}</title>${body}`, keepTitle);

describe('keepTitle', () => {
  it.each([
    ['the h1 where the content begins', '<h1>How to bake bread</h1><p>+a</p>', ['How to bake bread']],
    [
      'an h1 that links to its own page',
      '<h1><a href=/t/1>How to bake bread</a></h1><p>x</p><p>+a</p>',
      ['How to bake bread'],
    ],
    ['an h1 around other elements', '<h1><center>How to bake bread</center></h1><p>+a</p>', ['How to bake bread']],
    ['no h1 with the linked name of the site', '<h1><a href=/>Bakers</a></h1><p>+a</p>', []],
    [
      'a lower heading if the h1 is the name of the site',
      '<h1><a href=/>Bakers</a></h1><h2><a href=/t/1>How to bake bread</a></h2><p>+a</p>',
      ['How to bake bread'],
    ],
    [
      'all lines of an h1 without its buttons',
      '<h1><div>Rambler</div><div>How to bake bread</div><button>Copy</button></h1><p>+a</p>',
      ['Rambler', 'How to bake bread'],
    ],
    [
      'only the first line of an h1 without end tag',
      '<h1>How to bake bread<div>Share</div><p>+a</p><div>Imprint</div>',
      ['How to bake bread'],
    ],
    [
      'only the first line of an h1 with many lines',
      `<h1>How to bake bread${'<div>Related</div>'.repeat(4)}</h1><p>+a</p>`,
      ['How to bake bread'],
    ],
    ['the other lines of a kept h1', '<h1><div>+How to bake bread</div><div>at home</div></h1><p>+a</p>', ['at home']],
    [
      'a lower heading with more words than the title of the page',
      '<h1><a href=/>Bakers</a></h1><h2>How to bake bread - Board</h2><p>+a</p>',
      ['How to bake bread - Board'],
    ],
    [
      'a heading by role far above the content',
      `<div role=heading aria-level=1>Bakers</div><div role=heading aria-level=1>Bake bread</div>${'<p>x</p>'.repeat(40)}<p>+a</p>`,
      ['Bake bread'],
    ],
    [
      'the heading by role that repeats most of the title',
      `<div role=heading aria-level=1>Bake bread</div><div role=heading aria-level=1>Bakers</div>${'<p>x</p>'.repeat(40)}<p>+a</p>`,
      ['Bake bread'],
    ],
    [
      'no heading by role that repeats little of the title',
      `<div role=heading aria-level=1>Bread</div>${'<p>x</p>'.repeat(40)}<p>+a</p>`,
      [],
    ],
    ['no h1 far below the start of the content', `<p>+a</p>${'<p>+b</p>'.repeat(5)}<h1>How to bake bread</h1>`, []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('keeps a linked h1 if the title of the page is much longer', () => {
    const title = 'yeast - How to bake bread at home? - Cooking for amateurs and bakers of all sorts';
    expect(kept('<h1><a href=/q/1>How to bake bread at home?</a></h1><p>+a</p>', title)).toHaveLength(1);
  });

  const NAMED = '<title>How to bake bread | Bakers</title>';
  const headings = (body: string, head: string): string => {
    const { view, root } = openView(`${head}${body}`);
    const kept = Uint8Array.from(view.blocks, ({ text }) => Number(text.startsWith('+')));
    keepTitle(view, kept);
    promoteTitle(view, kept);
    return serializeChildren(root).replace(/.*<body>|<\/body>.*/gs, '');
  };

  it.each([
    [
      'a box after the breadcrumb',
      '<ul><li>Home<li>How to bake bread</ul><div class=t><b>How to bake bread</b></div><p>+a</p>',
      '<ul><li>Home</li><li>How to bake bread</li></ul><div class="t"><h1><b>How to bake bread</b></h1></div><p>+a</p>',
      NAMED,
    ],
    [
      'a separate box',
      '<div>How to bake bread</div><p>+a</p>',
      '<div><h1>How to bake bread</h1></div><p>+a</p>',
      NAMED,
    ],
    [
      'a link, by og:title',
      '<div><a href=/p/1>Bread!</a></div><p>+a</p>',
      '<div><h1><a href="/p/1">Bread!</a></h1></div><p>+a</p>',
      '<meta property="og:title" content="Bread"><title>Bakers</title>',
    ],
  ])('makes the title a heading: %s', (_, body, made, head) => {
    expect(headings(body, head)).toBe(made);
  });

  it.each([
    ['a text below the heading with the same words', '<h1>How to bake bread</h1><div>How to bake bread</div><p>+a</p>'],
    ['a box with other text', '<div>How to bake bread<p>at home</p></div><p>+a</p>'],
    ['another text', '<div>How to eat bread</div><p>+a</p>'],
  ])('makes no heading of %s', (_, body) => {
    expect(headings(body, NAMED)).toBe(headings(body, ''));
  });
});
