import { FEATURE_NAMES } from './block-features';
import { CONFIDENCE_FIGURE_NAMES } from './confidence/confidence-figures';
import { IntMap } from './int-map';
import { KIND_FIGURE_NAMES } from './kind/kind-figures';
import type { Lexicon } from './lexicon';
import {
  type CutSettings,
  FOREST_NAMES,
  type ForestHeader,
  type ForestName,
  type LexiconColumns,
  type ModelHeader,
} from './scoring/model-format';
import { broken, readModelFile } from './scoring/read-model-file';
import { TreeForest } from './scoring/tree-forest';

/** The trained model of main content. Figures of NaN are not allowed. */
export interface ScorerModel {
  lexicon: Lexicon;
  cut: CutSettings;
  /** Documents with a lower confidence have a warning. */
  lowConfidence: number;
  /** By block: probability that it is main content. `features`: row after row. */
  score(features: Float32Array, rows: number): Float32Array;
  /** Probability of each of PAGE_KINDS. */
  kinds(figures: Float32Array): Float32Array;
  /** Probability that the main content of the page was found. */
  confidence(figures: Float32Array): number;
}

type ForestFeatures = Record<ForestName, readonly string[]>;

export const MODEL_FEATURES: ForestFeatures = {
  blocks: FEATURE_NAMES,
  kinds: KIND_FIGURE_NAMES,
  confidence: CONFIDENCE_FIGURE_NAMES,
};

/** Throws UnusableModelError if the file is damaged or was trained for other features than this build computes. */
export function openModel(bytes: Uint8Array, features: ForestFeatures = MODEL_FEATURES): ScorerModel {
  const { header, forests, lexicon } = readModelFile(bytes);
  for (const name of FOREST_NAMES) checkFeatures(header.forests[name], features[name]);
  const blocks = new TreeForest(forests.blocks, header.forests.blocks);
  const kinds = new TreeForest(forests.kinds, header.forests.kinds);
  const confidence = new TreeForest(forests.confidence, header.forests.confidence);
  return {
    lexicon: readLexicon(header, lexicon),
    cut: header.cut,
    lowConfidence: header.lowConfidence,
    score: (rows, count) => Float32Array.from(blocks.margins(rows, count), logistic),
    kinds: (figures) => softmax(kinds.margins(figures, 1)),
    confidence: (figures) => logistic(confidence.margins(figures, 1)[0] as number),
  };
}

function logistic(margin: number): number {
  return 1 / (1 + Math.exp(-margin));
}

function softmax(margins: Float64Array): Float32Array {
  const most = Math.max(...margins);
  const odds = margins.map((margin) => Math.exp(margin - most));
  const sum = odds.reduce((total, odd) => total + odd, 0);
  return Float32Array.from(odds, (odd) => odd / sum);
}

function checkFeatures({ featureNames: trained }: ForestHeader, wanted: readonly string[]): void {
  const other = wanted.findIndex((name, index) => name !== trained[index]);
  if (other === -1 && trained.length === wanted.length) return;
  const first = other === -1 ? wanted.length : other;
  throw broken(
    `it was trained for other features (${trained.length} of them, number ${first} is ${trained[first]}; ` +
      `this build computes ${wanted.length}, with ${wanted[first]} there)`,
  );
}

function readLexicon({ attributes, words, weightUnit }: ModelHeader, { tokens, weights }: LexiconColumns): Lexicon {
  const read = (first: number, count: number): IntMap => {
    const map = new IntMap(count);
    for (let at = first; at < first + count; at++) map.set(tokens[at] as number, (weights[at] as number) * weightUnit);
    return map;
  };
  return { attributes: read(0, attributes), words: read(attributes, words) };
}
