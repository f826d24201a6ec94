import { kindsOfPages } from '../../../test/kinds-of-pages';
import { openView } from '../../../test/open-view';
import { parseHtml } from '../../tree/parse-html';
import { mainContentModel } from '../main-content-model';
import { readPageHints } from '../page-hints';
import { openPageView } from '../page-view';
import { cutIntoBlocks } from '../text-blocks';
import { KIND_FIGURE_NAMES, kindFigures } from './kind-figures';
import { PAGE_KINDS } from './page-kinds';

const figure = (html: string, name: string): number =>
  kindFigures(openView(html).view)[KIND_FIGURE_NAMES.indexOf(name)] as number;

describe('kindFigures', () => {
  it('has a unique name for each finite figure', () => {
    for (const html of ['', '<p>text', ...kindsOfPages.map((page) => page.html)]) {
      const figures = kindFigures(openView(html).view);
      expect(figures).toHaveLength(new Set(KIND_FIGURE_NAMES).size);
      expect(figures.every(Number.isFinite)).toBe(true);
    }
  });

  it.each([
    ['<link rel="canonical" href="https://docs.example.com/guide/start.html">', 'hostDocumentation', 1],
    ['<link rel="canonical" href="https://example.com/forum/t/12">', 'pathForum', 1],
    ['<meta property="og:type" content="article">', 'og:article', 1],
    ['<script type="application/ld+json">{"@type":"Product","offers":{}}</script>', 'dataOffer', 1],
    ['<h2>Comments (3)</h2><button>Add to cart</button>', 'line:cart', 1],
    ['<pre>let a = 1;</pre>', 'codeShare', 1],
  ])('derives from %s %s: %d', (html, name, value) => {
    expect(figure(html, name)).toBe(value);
  });

  it('prefers the canonical URL to the URL that was fetched', () => {
    const pathOf = (html: string, url: string): Float32Array => {
      const { root } = parseHtml(html);
      const hints = readPageHints(root, url);
      return kindFigures(openPageView(cutIntoBlocks(root), hints, mainContentModel().lexicon));
    };
    const at = KIND_FIGURE_NAMES.indexOf('pathProduct');
    expect(pathOf('<p>text', 'https://example.com/product/chair')[at]).toBe(1);
    expect(pathOf('<link rel=canonical href="/blog/chair">', 'https://example.com/product/chair')[at]).toBe(0);
  });
});

describe('the kind head of the model', () => {
  // Half of the listings of the development set are recognised.
  it.each(kindsOfPages.filter(({ kind }) => kind !== 'listing'))(
    'recognises a common page of the kind $kind',
    ({ kind, html }) => {
      const { root } = parseHtml(html);
      const model = mainContentModel();
      const view = openPageView(cutIntoBlocks(root), readPageHints(root), model.lexicon);
      const kinds = model.kinds(kindFigures(view));
      expect(PAGE_KINDS[kinds.indexOf(Math.max(...kinds))]).toBe(kind);
    },
  );
});
