/**
 * A model file, little endian:
 *
 *     4 bytes  MAGIC
 *     uint32   VERSION
 *     uint32   CRC-32 of everything behind it
 *     uint32   bytes of the header
 *     header   JSON of a ModelHeader
 *     forests  for each of FOREST_NAMES: float32 edges, int16 leaves, uint16 splits, uint8 bins
 *     lexicon  int32 tokens, int16 weights
 *
 * Each column begins at a multiple of 4 bytes.
 *
 * Edges: the values that trees split at, ascending, by feature. The bin of a value is the number of edges at or below it.
 * Trees: node after node, each followed by its left branch and then its right one. The split of a node is its feature, or
 * LEAF. Leaves have a value and the other nodes a bin, each in the order of the nodes; rows with a bin up to that of the
 * node go left. Tree `n` adds to output `n % outputs`.
 * Tokens: those of attributes, then those of words, each ascending, with a weight for each.
 */
export interface ModelHeader {
  forests: Record<ForestName, ForestHeader>;
  weightUnit: number;
  attributes: number;
  words: number;
  cut: CutSettings;
  /** Documents with a lower confidence have a warning. */
  lowConfidence: number;
}

/** Main content by block, kind of page, and confidence in the result. */
export const FOREST_NAMES = ['blocks', 'kinds', 'confidence'] as const;
export type ForestName = (typeof FOREST_NAMES)[number];

export interface ForestHeader {
  featureNames: string[];
  /** By feature. */
  edgeCounts: number[];
  outputs: number;
  trees: number;
  nodes: number;
  /** Log odds without any tree. */
  base: number;
  /** Log odds of a leaf with the value 1. */
  leafUnit: number;
}

/** Thresholds on the probability of a block, see chooseBlocks. */
export interface CutSettings {
  /** The threshold is `share` times the best expected F1 to the power of `power`. */
  share: number;
  power: number;
  /** Factors of `share`, by PAGE_KINDS. */
  kinds: number[];
  /** Bounds of the threshold. */
  least: number;
  most: number;
}

export interface ForestColumns {
  edges: Float32Array;
  leaves: Int16Array;
  splits: Uint16Array;
  bins: Uint8Array;
}

export interface LexiconColumns {
  tokens: Int32Array;
  weights: Int16Array;
}

export const MAGIC = 'OWMC';
export const VERSION = 2;
export const CHECKSUM_AT = 8;
/** Offset of the length of the header; the checksum covers everything from here on. */
export const CHECKED_FROM = 12;
export const HEADER_AT = 16;

/** Bins are bytes, and one above all edges is needed. */
export const MAX_EDGES = 254;
export const MAX_DEPTH = 12;
export const LEAF = 0xffff;
/** Exact in binary, so that sums of weights are the same in training and in serving, to the last bit. */
export const WEIGHT_UNIT = 1 / 64;

/** Every node has two branches or none: each tree has one leaf more than other nodes. */
export function countLeaves({ nodes, trees }: ForestHeader): number {
  return (nodes + trees) / 2;
}

export function alignUp(bytes: number): number {
  return (bytes + 3) & ~3;
}
