import { parseHtml } from '../tree/parse-html';
import { computeFeatures } from './block-features';
import { kindFigures } from './kind/kind-figures';
import { mainContentModel } from './main-content-model';
import { readPageHints } from './page-hints';
import { openPageView } from './page-view';
import { scoreBlocks } from './score-blocks';
import { cutIntoBlocks } from './text-blocks';

describe('scoreBlocks', () => {
  it.each([1, 31, 32, 33, 100])('scores %d blocks in batches as it scores them at once', (count) => {
    const item = (_: unknown, index: number) =>
      `<p class="post-${index % 3}">${'Some words. '.repeat(index % 7)}${index}`;
    const { root } = parseHtml(`<nav>Menu</nav><main>${Array.from({ length: count - 1 }, item).join('')}</main>`);
    const hints = readPageHints(root);
    const page = cutIntoBlocks(root);
    const model = mainContentModel();
    const view = openPageView(page, hints, model.lexicon);
    const kinds = model.kinds(kindFigures(view));
    const rows = computeFeatures(view, kinds);
    expect(page.blocks).toHaveLength(count);
    expect(scoreBlocks(view, model)).toEqual({ kinds, scores: model.score(rows, count) });
  });
});
