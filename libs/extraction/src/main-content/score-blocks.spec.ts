import { parseHtml } from '../tree/parse-html';
import { computeFeatures } from './block-features';
import { mainContentModel } from './main-content-model';
import { readPageHints } from './page-hints';
import { openPageView } from './page-view';
import { scoreBlocks } from './score-blocks';
import { cutIntoBlocks } from './text-blocks';

describe('scoreBlocks', () => {
  it.each([1, 31, 32, 33, 100])('gives each of %d blocks the score that it has among all rows at once', (count) => {
    const item = (_: unknown, index: number) =>
      `<p class="post-${index % 3}">${'Some words. '.repeat(index % 7)}${index}`;
    const { root } = parseHtml(`<nav>Menu</nav><main>${Array.from({ length: count - 1 }, item).join('')}</main>`);
    const hints = readPageHints(root);
    const page = cutIntoBlocks(root);
    const model = mainContentModel();
    const rows = computeFeatures(page, hints, model.lexicon);
    expect(page.blocks).toHaveLength(count);
    expect(scoreBlocks(openPageView(page, hints, model.lexicon), model)).toEqual(model.score(rows, count));
  });
});
