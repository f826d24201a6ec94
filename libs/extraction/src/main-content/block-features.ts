import { containerFeatures } from './features/container-features';
import { copyFeatures } from './features/copy-features';
import { FeatureRow } from './features/feature-group';
import { pageFeatures } from './features/page-features';
import { pathFeatures } from './features/path-features';
import { placeFeatures } from './features/place-features';
import { recordFeatures } from './features/record-features';
import { sectionFeatures } from './features/section-features';
import { textFeatures } from './features/text-features';
import type { Lexicon } from './lexicon';
import type { PageHints } from './page-hints';
import { openPageView, type PageView } from './page-view';
import type { PageBlocks } from './text-blocks';

const GROUPS = [
  ...[textFeatures, copyFeatures, pathFeatures, placeFeatures, containerFeatures, recordFeatures, pageFeatures],
  sectionFeatures,
];

/** In the order of the figures in a row. A model is trained for these names in this order and for no others. */
export const FEATURE_NAMES: readonly string[] = GROUPS.flatMap((group) => group.names);
export const FEATURE_COUNT = FEATURE_NAMES.length;

/** A row of FEATURE_COUNT figures for every block. */
export function computeFeatures(page: PageBlocks, hints: PageHints, lexicon: Lexicon): Float32Array {
  const values = new Float32Array(page.blocks.length * FEATURE_COUNT);
  openFeatures(openPageView(page, hints, lexicon))(0, page.blocks.length, values);
  return values;
}

/** Looks at a page; the answer writes the rows of `count` blocks, from the one at `first` on, to the start of `values`. */
export function openFeatures(view: PageView): (first: number, count: number, values: Float32Array) => void {
  const writers = view.blocks.length === 0 ? [] : GROUPS.map((group) => group.open(view));
  return (first, count, values) => {
    const row = new FeatureRow(values);
    for (let block = first; block < first + count; block++) for (const write of writers) write(block, row);
  };
}
