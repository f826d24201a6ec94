/** As many rows stand together, figure by figure: trees ask the same of them at the same time. */
export const TILE = 8;

/** Turns the figures of blocks into bytes: how many of the edges that trees split at each has reached. */
export class FeatureBins {
  private readonly starts: Int32Array;

  constructor(
    edgeCounts: readonly number[],
    private readonly edges: Float32Array,
  ) {
    this.starts = new Int32Array(edgeCounts.length + 1);
    edgeCounts.forEach((count, feature) => {
      this.starts[feature + 1] = (this.starts[feature] as number) + count;
    });
  }

  /**
   * Tile after tile; in it the first figure of each of its rows, the second of each, and so on. `features`: row after
   * row.
   */
  toBins(features: Float32Array, rows: number): Uint8Array {
    const { starts, edges } = this;
    const width = starts.length - 1;
    const bins = new Uint8Array(Math.ceil(rows / TILE) * TILE * width);
    for (let feature = 0; feature < width; feature++) {
      const start = starts[feature] as number;
      const end = starts[feature + 1] as number;
      if (start === end) continue;
      // Many figures are of the page or of an element and stay the same for row after row.
      let known = Number.NaN;
      let bin = 0;
      for (let row = 0; row < rows; row++) {
        const value = features[row * width + feature] as number;
        if (value !== known) {
          known = value;
          let low = start;
          let high = end;
          while (low < high) {
            const middle = (low + high) >> 1;
            if (value < (edges[middle] as number)) high = middle;
            else low = middle + 1;
          }
          bin = low - start;
        }
        bins[((row >> 3) * width + feature) * TILE + (row & 7)] = bin;
      }
    }
    return bins;
  }
}
