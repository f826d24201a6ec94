import { openLexicon } from '../src/main-content/lexicon';
import { readPageHints } from '../src/main-content/page-hints';
import { openPageView } from '../src/main-content/page-view';
import { cutIntoBlocks } from '../src/main-content/text-blocks';
import { parseHtml } from '../src/tree/parse-html';

/** The page in the form that features and rules read, with an empty lexicon; and its tree. */
export function openView(html: string) {
  const { root, body } = parseHtml(html);
  const hints = readPageHints(root);
  const page = cutIntoBlocks(root);
  const view = openPageView(page, hints, openLexicon({ attributes: new Map(), words: new Map() }));
  return { view, root, body };
}
