import { parseHtml } from '../tree/parse-html';
import { computeFeatures, FEATURE_COUNT, FEATURE_NAMES } from './block-features';
import { PAGE_KINDS } from './kind/page-kinds';
import { attributeTokens, openLexicon } from './lexicon';
import { readPageHints } from './page-hints';
import { openPageView } from './page-view';
import { cutIntoBlocks } from './text-blocks';

const NO_KINDS = new Float32Array(PAGE_KINDS.length);
const NO_LEXICON = openLexicon({ attributes: new Map(), words: new Map() });

function look(html: string, lexicon = NO_LEXICON) {
  const { root } = parseHtml(html);
  const hints = readPageHints(root);
  const page = cutIntoBlocks(root);
  const values = computeFeatures(openPageView(page, hints, lexicon), NO_KINDS);
  return page.blocks.map((block, row) => {
    const of = (name: string) => values[row * FEATURE_COUNT + FEATURE_NAMES.indexOf(name)];
    return { text: block.text, of };
  });
}

describe('computeFeatures', () => {
  const page = `<html><head><title>The title of the page</title>
    <script type="application/ld+json">{"@type":"NewsArticle"}</script>
    <meta name="description" content="A very long name of a thing on sale"></head>
    <nav class="top-menu"><a href=/>Home</a></nav>
    <main><h1>The title of the page</h1><p>It costs $12, they said.</p>
    <h2>Reviews</h2><p>A very long name of a thing on sale here</p></main>`;

  it('gives every feature a unique name', () => {
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_COUNT);
  });

  it('writes a finite number for each name and block', () => {
    const { root } = parseHtml(page);
    const hints = readPageHints(root);
    const blocks = cutIntoBlocks(root);
    const values = computeFeatures(openPageView(blocks, hints, NO_LEXICON), NO_KINDS);
    expect(values).toHaveLength(blocks.blocks.length * FEATURE_COUNT);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it.each([
    ['Home', 'linkShare', 1],
    ['Home', 'toChrome', 0],
    ['The title of the page', 'heading', 1],
    ['The title of the page', 'inMain', 1],
    ['It costs $12, they said.', 'pagePrices', 1],
    ['It costs $12, they said.', 'endsSentence', 1],
    ['It costs $12, they said.', 'dataArticle', 1],
    ['It costs $12, they said.', 'fromSection', 1],
    // Seven of its eight rows of three words are those of the description.
    ['A very long name of a thing on sale here', 'inDescription', 7 / 8],
    ['A very long name of a thing on sale here', 'hopsToTitle', 1],
  ])('computes for "%s" %s: %d', (text, name, value) => {
    const block = look(page).find((row) => row.text === text);
    expect(block?.of(name)).toBeCloseTo(value, 5);
  });

  it.each([
    ['<meta property="og:type" content="article">', 'ogArticle', 1],
    ['<link rel="canonical" href="https://example.com/forum/t/12">', 'addressKind', 1],
    ['<link rel="canonical" href="https://example.com/blog/light">', 'addressKind', 5],
    ['<link rel="canonical" href="https://example.com/">', 'addressKind', 7],
    ['<link rel="canonical" href="https://example.com/light">', 'addressKind', 0],
    ['<link rel="canonical" href="/a/b/c?d=/e">', 'addressDepth', 3],
  ])('derives from %s %s: %d', (head, name, value) => {
    expect(look(`${head}<p>text`)[0]?.of(name)).toBe(value);
  });

  it('aggregates the lexicon weights of the names around a block', () => {
    const [nav] = parseHtml('<nav class="top-menu">').body.childNodes;
    const attributes = new Map(attributeTokens(nav as never).map((token) => [token, -2] as const));
    const [home] = look(page, openLexicon({ attributes, words: new Map() }));
    expect(home?.of('namesWorst')).toBe(-2);
  });
});
