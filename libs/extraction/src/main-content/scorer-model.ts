import { FEATURE_NAMES } from './block-features';
import { IntMap } from './int-map';
import type { Lexicon } from './lexicon';
import type { CutSettings, ModelColumns, ModelHeader } from './scoring/model-format';
import { broken, readModelFile } from './scoring/read-model-file';
import { RowSets } from './scoring/row-sets';
import { TreeForest } from './scoring/tree-forest';

/** What was learned about blocks of text. */
export interface ScorerModel {
  lexicon: Lexicon;
  featureNames: readonly string[];
  cut: CutSettings;
  /**
   * The probability, 0..1, that a block is main content, row by row. `features`: row after row, a figure for each of
   * the feature names, none of them NaN.
   */
  score(features: Float32Array, rows: number): Float32Array;
}

/**
 * Opens the file that training wrote. Throws UnusableModelError if it is damaged, or if it was trained for other
 * features than `featureNames` or for the same in another order: its answers would be nonsense.
 */
export function openModel(bytes: Uint8Array, featureNames: readonly string[] = FEATURE_NAMES): ScorerModel {
  const { header, columns } = readModelFile(bytes);
  refuseOtherFeatures(header.featureNames, featureNames);
  const width = featureNames.length;
  if (header.edgeCounts.length !== width) throw broken('it has edges of a feature that there is not');
  const sets = new RowSets(header.edgeCounts, columns.edges);
  const forest = new TreeForest(columns, sets, header);
  return {
    lexicon: readLexicon(header, columns),
    featureNames: header.featureNames,
    cut: header.cut,
    score(features, rows) {
      if (features.length !== rows * width) throw new RangeError(`${rows} rows of ${width} are not ${features.length}`);
      const sums = forest.sum(features, rows, header.base);
      const scores = new Float32Array(sums.length);
      for (let row = 0; row < rows; row++) scores[row] = 1 / (1 + Math.exp(-(sums[row] as number)));
      return scores;
    },
  };
}

function refuseOtherFeatures(trained: readonly string[], wanted: readonly string[]): void {
  const other = wanted.findIndex((name, index) => name !== trained[index]);
  if (other === -1 && trained.length === wanted.length) return;
  const first = other === -1 ? wanted.length : other;
  throw broken(
    `it was trained for other features (${trained.length} of them, the one at ${first} being ${trained[first]}; ` +
      `this build computes ${wanted.length}, with ${wanted[first]} there)`,
  );
}

function readLexicon({ attributes, words, weightUnit }: ModelHeader, { tokens, weights }: ModelColumns): Lexicon {
  const read = (first: number, count: number): IntMap => {
    const map = new IntMap(count);
    for (let at = first; at < first + count; at++) map.set(tokens[at] as number, (weights[at] as number) * weightUnit);
    return map;
  };
  return { attributes: read(0, attributes), words: read(attributes, words) };
}
