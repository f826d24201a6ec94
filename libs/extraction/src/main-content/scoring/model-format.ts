/**
 * A model file, little endian:
 *
 *     4 bytes  MAGIC
 *     uint32   VERSION
 *     uint32   CRC-32 of everything behind it
 *     uint32   bytes of the header
 *     header   JSON of a ModelHeader
 *     columns  float32 edges, int32 tokens, int16 leaves, int16 weights, uint16 splits, uint8 bins;
 *              each begins at a multiple of 4 bytes
 *
 * Edges: for every feature the values that trees split at, ascending. A value's bin is the number of edges at or below
 * it, so that trees compare bytes. Tokens: those of attributes, then those of words, each ascending; a weight for each.
 * Trees: node after node, each followed by its left branch and then its right one. A node's split is its feature, or
 * LEAF. Leaves have a value and the other nodes a bin, each in the order of the nodes; what lies in a bin up to a
 * node's goes left.
 */
export interface ModelHeader {
  featureNames: string[];
  /** By feature. */
  edgeCounts: number[];
  trees: number;
  nodes: number;
  /** Log odds before any tree has spoken. */
  base: number;
  /** What a leaf of 1 means, in log odds, and what a weight of 1 means. */
  leafUnit: number;
  weightUnit: number;
  attributes: number;
  words: number;
  cut: CutSettings;
}

/** How sure one must be of a block to keep it, see chooseBlocks. */
export interface CutSettings {
  /** The cut lies at `share` times the best F1 that can be expected to the power of `power`. */
  share: number;
  power: number;
  /** Probabilities between which the cut lies. */
  least: number;
  most: number;
}

export interface ModelColumns {
  edges: Float32Array;
  tokens: Int32Array;
  leaves: Int16Array;
  weights: Int16Array;
  splits: Uint16Array;
  bins: Uint8Array;
}

export const MAGIC = 'OWMC';
export const VERSION = 1;
export const CHECKSUM_AT = 8;
/** Where the length of the header stands, and what the checksum is made from. */
export const CHECKED_FROM = 12;
export const HEADER_AT = 16;

/** Bins are bytes, and one above all edges is needed. */
export const MAX_EDGES = 254;
/** Trees are filled up to complete ones, twice the size with every level. */
export const MAX_DEPTH = 12;
export const LEAF = 0xffff;
/** Exact in binary, so that a figure made of weights is the same in training and in serving, to the last bit. */
export const WEIGHT_UNIT = 1 / 64;

/** Every node has two branches or none: each tree has one leaf more than other nodes. */
export function countLeaves({ nodes, trees }: ModelHeader): number {
  return (nodes + trees) / 2;
}

export function alignUp(bytes: number): number {
  return (bytes + 3) & ~3;
}
