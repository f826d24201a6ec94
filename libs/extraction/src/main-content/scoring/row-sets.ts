import { EdgeIndex } from './edge-index';

/** Rows of a batch, a bit each. */
export const ROWS_AT_ONCE = 32;
const ALL_ROWS = -1;
/** Marks a feature whose rows differ. */
const DIFFERENT = -2;

/** By edge: the rows of a batch with a value at or above it. A tree divides the rows at a node by two bit operations. */
export class RowSets {
  /** Index of the first edge of each feature, then the number of edges. */
  readonly starts: Int32Array;
  /** By edge: rows that have reached it, a bit each. Bits of rows outside the batch are undefined. */
  readonly reached: Int32Array;
  private readonly edgeIndex: EdgeIndex;
  /** By feature: the last edge that all rows of the previous batch have reached, or DIFFERENT. */
  private readonly common: Int32Array;

  constructor(edgeCounts: readonly number[], edges: Float32Array) {
    this.starts = new Int32Array(edgeCounts.length + 1);
    edgeCounts.forEach((count, feature) => {
      this.starts[feature + 1] = (this.starts[feature] as number) + count;
    });
    this.reached = new Int32Array(edges.length);
    this.common = new Int32Array(edgeCounts.length).fill(DIFFERENT);
    this.edgeIndex = new EdgeIndex(this.starts, edges);
  }

  /** Reads `count` rows of `features` from row `first` on. */
  fill(features: Float32Array, first: number, count: number): void {
    const { starts } = this;
    const width = starts.length - 1;
    const begin = first * width;
    const end = begin + count * width;
    for (let feature = 0; feature < width; feature++) {
      if (starts[feature] === starts[feature + 1]) continue;
      // Many features belong to the page or to an ancestor of all rows.
      const value = features[begin + feature] as number;
      let at = begin + feature + width;
      while (at < end && features[at] === value) at += width;
      if (at >= end) this.fillAlike(feature, value);
      else this.fillDifferent(feature, features, begin + feature, count);
    }
  }

  private fillAlike(feature: number, value: number): void {
    const { starts, reached, common } = this;
    const edge = this.edgeIndex.lastReached(feature, value);
    if (edge === common[feature]) return;
    common[feature] = edge;
    reached.fill(ALL_ROWS, starts[feature], edge + 1);
    reached.fill(0, edge + 1, starts[feature + 1]);
  }

  private fillDifferent(feature: number, features: Float32Array, begin: number, count: number): void {
    const { starts, reached, common, edgeIndex } = this;
    const width = starts.length - 1;
    const start = starts[feature] as number;
    const end = starts[feature + 1] as number;
    common[feature] = DIFFERENT;
    for (let edge = start; edge < end; edge++) reached[edge] = 0;
    let value = features[begin] as number;
    let edge = edgeIndex.lastReached(feature, value);
    for (let row = 0, at = begin; row < count; row++, at += width) {
      const next = features[at] as number;
      if (next !== value) {
        value = next;
        edge = edgeIndex.lastReached(feature, value);
      }
      if (edge >= start) reached[edge] = (reached[edge] as number) | (1 << row);
    }
    // A row that has reached an edge has reached all lower ones.
    let set = 0;
    for (let at = end - 1; at >= start; at--) {
      set |= reached[at] as number;
      reached[at] = set;
    }
  }
}
