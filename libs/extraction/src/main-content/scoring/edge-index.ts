/** Parts of the range between the first and last edge of a feature; most contain at most one edge. */
const PARTS = 128;
/** One more for the last edge, and one for the end. */
const PLACES = PARTS + 2;
/**
 * Candidate scales, divided by the distance of the middle edge. Scaled distances below one are divided linearly, larger
 * ones logarithmically.
 */
const STRETCHES = [0.25, 1, 4, 16, 64];

/** The bits of a positive float grow approximately with its logarithm. */
const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);
const BITS_OF_ONE = 0x3f800000;

/**
 * Finds the edges around a value. Most features have small values and a few that are thousands of times larger: parts of
 * the range are equal at its beginning and grow from there.
 */
export class EdgeIndex {
  /** By feature: factor of distances from the first edge, and parts per bit. */
  private readonly stretches: Float64Array;
  private readonly partsABit: Float64Array;
  /** By feature and part: the first edge in or after it. */
  private readonly firsts: Int32Array;

  constructor(
    private readonly starts: Int32Array,
    private readonly edges: Float32Array,
  ) {
    const features = starts.length - 1;
    this.stretches = new Float64Array(features);
    this.partsABit = new Float64Array(features);
    this.firsts = new Int32Array(features * PLACES);
    for (let feature = 0; feature < features; feature++) {
      if (starts[feature] !== starts[feature + 1]) this.divide(feature);
    }
  }

  /** The last edge at or below `value`; the one before the first edge if there is none. The feature must have edges. */
  lastReached(feature: number, value: number): number {
    const { starts, edges, firsts } = this;
    const start = starts[feature] as number;
    const last = (starts[feature + 1] as number) - 1;
    const distance = value - (edges[start] as number);
    if (distance < 0) return start - 1;
    if (value >= (edges[last] as number)) return last;
    // Monotonic despite rounding: the edges of all earlier parts are below the value.
    const part = feature * PLACES + this.partOf(feature, distance);
    let low = firsts[part] as number;
    let high = firsts[part + 1] as number;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value < (edges[middle] as number)) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  private partOf(feature: number, distance: number): number {
    float[0] = 1 + distance * (this.stretches[feature] as number);
    return (((bits[0] as number) - BITS_OF_ONE) * (this.partsABit[feature] as number)) | 0;
  }

  /** Chooses the scale with the fewest edges per part. */
  private divide(feature: number): void {
    const { starts, edges, stretches, partsABit, firsts } = this;
    const own = edges.subarray(starts[feature], starts[feature + 1]);
    const least = own[0] as number;
    const range = (own[own.length - 1] as number) - least || 1;
    const toMiddle = (own[own.length >> 1] as number) - least || range;
    const stretchBy = (stretch: number): number => {
      stretches[feature] = stretch;
      float[0] = 1 + range * stretch;
      partsABit[feature] = PARTS / ((bits[0] as number) - BITS_OF_ONE || 1);
      const counts = new Int32Array(PLACES);
      for (const edge of own) {
        const part = this.partOf(feature, edge - least);
        counts[part] = (counts[part] as number) + 1;
      }
      return counts.reduce((sum, count) => sum + count * count, 0);
    };
    const stretchesToTry = [1 / range, ...STRETCHES.map((stretch) => stretch / toMiddle)];
    const sharing = stretchesToTry.map(stretchBy);
    stretchBy(stretchesToTry[sharing.indexOf(Math.min(...sharing))] as number);
    let edge = 0;
    for (let part = 0; part < PLACES; part++) {
      while (edge < own.length && this.partOf(feature, (own[edge] as number) - least) < part) edge++;
      firsts[feature * PLACES + part] = (starts[feature] as number) + edge;
    }
  }
}
