import { parseHtml } from '../tree/parse-html';
import { computeFeatures, FEATURE_COUNT, FEATURE_NAMES } from './block-features';
import { attributeTokens, openLexicon } from './lexicon';
import { readPageHints } from './page-hints';
import { cutIntoBlocks } from './text-blocks';

const NO_LEXICON = openLexicon({ attributes: new Map(), words: new Map() });

function look(html: string, lexicon = NO_LEXICON) {
  const { root } = parseHtml(html);
  const hints = readPageHints(root);
  const page = cutIntoBlocks(root);
  const values = computeFeatures(page, hints, lexicon);
  return page.blocks.map((block, row) => {
    const of = (name: string) => values[row * FEATURE_COUNT + FEATURE_NAMES.indexOf(name)];
    return { text: block.text, of };
  });
}

describe('computeFeatures', () => {
  const page = `<html><head><title>The title of the page</title>
    <script type="application/ld+json">{"@type":"Product","name":"A very long name of a thing on sale"}</script></head>
    <nav class="top-menu"><a href=/>Home</a></nav>
    <main><h1>The title of the page</h1><p>It costs $12, they said.</p>
    <h2>Reviews</h2><p>A very long name of a thing on sale here</p></main>`;

  it('has a name for every figure, and no name twice', () => {
    expect(new Set(FEATURE_NAMES).size).toBe(FEATURE_COUNT);
  });

  it('writes as many figures as it has names, and only numbers', () => {
    const { root } = parseHtml(page);
    const hints = readPageHints(root);
    const blocks = cutIntoBlocks(root);
    const values = computeFeatures(blocks, hints, NO_LEXICON);
    expect(values).toHaveLength(blocks.blocks.length * FEATURE_COUNT);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it.each([
    ['Home', 'linkShare', 1],
    ['Home', 'within-nav', 1],
    ['Home', 'toChrome', 0],
    ['The title of the page', 'titleShare', 1],
    ['The title of the page', 'heading', 1],
    ['The title of the page', 'within-main', 1],
    ['It costs $12, they said.', 'isPrice', 1],
    ['It costs $12, they said.', 'endsSentence', 1],
    ['It costs $12, they said.', 'dataProduct', 1],
    ['It costs $12, they said.', 'fromSection', 1],
    ['A very long name of a thing on sale here', 'sectionHeading', 2],
    // Seven of its eight rows of three words are those of the product's name.
    ['A very long name of a thing on sale here', 'inStructured', 7 / 8],
    ['A very long name of a thing on sale here', 'titleHops', 1],
  ])('says of "%s" %s: %d', (text, name, value) => {
    const block = look(page).find((row) => row.text === text);
    expect(block?.of(name)).toBeCloseTo(value, 5);
  });

  it('adds up what the lexicon says about the names around a block', () => {
    const [nav] = parseHtml('<nav class="top-menu">').body.childNodes;
    const attributes = new Map(attributeTokens(nav as never).map((token) => [token, -2] as const));
    const [home] = look(page, openLexicon({ attributes, words: new Map() }));
    expect(home?.of('namesWorst')).toBe(-2);
  });
});
