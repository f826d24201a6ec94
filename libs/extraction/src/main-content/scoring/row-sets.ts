/** Rows that trees are asked about at once: a bit each. */
export const ROWS_AT_ONCE = 32;
/** Equal parts of the range between the first and the last edge of a feature; most hold one edge or none. */
const PARTS = 256;
const PLACES = PARTS + 2;

/**
 * For every edge that trees split at, which of up to 32 rows have reached it. A tree then parts all rows at a node by
 * two operations on bits.
 */
export class RowSets {
  /** Where the edges of each feature begin, and at last where all of them end. */
  readonly starts: Int32Array;
  /** By edge: the rows that have reached it, a bit each. */
  readonly reached: Int32Array;
  /** By feature: parts a unit. By feature and part: the first edge that lies in it or behind it, and at last the end of all. */
  private readonly scales: Float64Array;
  private readonly firsts: Int32Array;
  /**
   * By feature, while rows are gone through: the last value, and the rows in a row that have it. Many figures are those
   * of the page or of an element.
   */
  private readonly known: Float32Array;
  private readonly alike: Int32Array;

  constructor(
    edgeCounts: readonly number[],
    private readonly edges: Float32Array,
  ) {
    this.starts = new Int32Array(edgeCounts.length + 1);
    edgeCounts.forEach((count, feature) => {
      this.starts[feature + 1] = (this.starts[feature] as number) + count;
    });
    this.reached = new Int32Array(edges.length);
    this.known = new Float32Array(edgeCounts.length);
    this.alike = new Int32Array(edgeCounts.length);
    this.scales = new Float64Array(edgeCounts.length);
    this.firsts = new Int32Array(edgeCounts.length * PLACES);
    for (let feature = 0; feature < edgeCounts.length; feature++) this.divide(feature);
  }

  private divide(feature: number): void {
    const { starts, edges, scales, firsts } = this;
    const start = starts[feature] as number;
    const end = starts[feature + 1] as number;
    if (start === end) return;
    const least = edges[start] as number;
    scales[feature] = PARTS / ((edges[end - 1] as number) - least || 1);
    let edge = start;
    for (let part = 0; part < PLACES; part++) {
      while (edge < end && ((((edges[edge] as number) - least) * (scales[feature] as number)) | 0) < part) edge++;
      firsts[feature * PLACES + part] = edge;
    }
  }

  /** `features`: row after row, of which `count` from the one at `first` on are looked at, in the order that they lie in. */
  fill(features: Float32Array, first: number, count: number): void {
    const { starts, reached, known, alike } = this;
    const width = starts.length - 1;
    reached.fill(0);
    alike.fill(0);
    let at = first * width;
    for (let feature = 0; feature < width; feature++) known[feature] = features[at + feature] as number;
    for (let row = 0; row < count; row++) {
      for (let feature = 0; feature < width; feature++, at++) {
        const value = features[at] as number;
        if (value !== known[feature]) {
          this.add(alike[feature] as number, known[feature] as number, feature);
          known[feature] = value;
          alike[feature] = 0;
        }
        alike[feature] = (alike[feature] as number) | (1 << row);
      }
    }
    for (let feature = 0; feature < width; feature++) {
      this.add(alike[feature] as number, known[feature] as number, feature);
      // What has reached an edge has reached all before.
      let set = 0;
      for (let edge = (starts[feature + 1] as number) - 1; edge >= (starts[feature] as number); edge--) {
        set |= reached[edge] as number;
        reached[edge] = set;
      }
    }
  }

  /** Notes rows at the last edge that their value has reached. */
  private add(rows: number, value: number, feature: number): void {
    const { starts, edges, reached, scales, firsts } = this;
    const start = starts[feature] as number;
    if (start === starts[feature + 1]) return;
    const distance = value - (edges[start] as number);
    if (distance < 0) return;
    let low = (starts[feature + 1] as number) - 1;
    if (value < (edges[low] as number)) {
      // Never falls as values grow, whatever is rounded: all edges of the parts before lie before the value.
      const part = feature * PLACES + ((distance * (scales[feature] as number)) | 0);
      low = firsts[part] as number;
      let high = firsts[part + 1] as number;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value < (edges[middle] as number)) high = middle;
        else low = middle + 1;
      }
      low--;
    }
    reached[low] = (reached[low] as number) | rows;
  }
}
