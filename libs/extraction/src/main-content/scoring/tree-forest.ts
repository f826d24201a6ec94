import { TILE } from './feature-bins';
import { LEAF, MAX_DEPTH, type ModelColumns } from './model-format';
import { broken } from './read-model-file';

/** Goes left whatever the row says. */
const ALWAYS_LEFT = 0xff;

interface ForestShape {
  trees: number;
  /** Figures a row. */
  width: number;
  leafUnit: number;
}

/**
 * Boosted trees, each filled up to a complete one: the branches of node k are 2k and 2k + 1, so that a step needs no
 * jump, and the steps of several rows, which do not wait for each other, run at once. That is three times as fast as
 * walking each row down each tree.
 */
export class TreeForest {
  private readonly depths: number[] = [];
  private readonly width: number;
  /** Place in a tile and bin of every node, 2^depth - 1 a tree; what its leaves say, 2^depth a tree. */
  private readonly nodes: Int32Array;
  private readonly leaves: Float32Array;

  constructor(columns: ModelColumns, { trees, width, leafUnit }: ForestShape) {
    const measured = new TreeReader(columns, width);
    for (let tree = 0; tree < trees; tree++) this.depths.push(measured.skipTree());
    if (!measured.isAtEnd) throw broken('its trees do not end where they should');
    const size = this.depths.reduce((sum, depth) => sum + 2 ** depth, 0);
    this.width = width;
    this.nodes = new Int32Array(size - trees).fill(ALWAYS_LEFT);
    this.leaves = new Float32Array(size);
    const reader = new TreeReader(columns, width);
    let nodesAt = 0;
    let leavesAt = 0;
    for (const depth of this.depths) {
      const nodes = this.nodes.subarray(nodesAt, nodesAt + 2 ** depth - 1);
      const leaves = this.leaves.subarray(leavesAt, leavesAt + 2 ** depth);
      reader.fillTree(depth, nodes, leaves, leafUnit);
      nodesAt += nodes.length;
      leavesAt += leaves.length;
    }
  }

  /** What the trees say about each row, added to `base`. `bins`: as FeatureBins gives them. */
  sum(bins: Uint8Array, rows: number, base: number): Float64Array {
    const sums = new Float64Array(Math.ceil(rows / TILE) * TILE).fill(base);
    let nodesAt = 0;
    let leavesAt = 0;
    for (const depth of this.depths) {
      this.addTree(bins, sums, depth, nodesAt - 1, leavesAt - 2 ** depth);
      nodesAt += 2 ** depth - 1;
      leavesAt += 2 ** depth;
    }
    return sums.subarray(0, rows);
  }

  /** `nodesAt` and `leavesAt`: where node 0 would be; the leaves go on counting where the nodes end. */
  private addTree(bins: Uint8Array, sums: Float64Array, depth: number, nodesAt: number, leavesAt: number): void {
    const { nodes, leaves, width } = this;
    // Eight rows by hand: neither an array of positions nor an inner loop stays in registers.
    for (let row = 0; row < sums.length; row += TILE) {
      const at = row * width;
      let a = 1;
      let b = 1;
      let c = 1;
      let d = 1;
      let e = 1;
      let f = 1;
      let g = 1;
      let h = 1;
      for (let level = 0; level < depth; level++) {
        let node = nodes[nodesAt + a] as number;
        a = 2 * a + (((node & 0xff) - (bins[at + (node >> 8)] as number)) >>> 31);
        node = nodes[nodesAt + b] as number;
        b = 2 * b + (((node & 0xff) - (bins[at + 1 + (node >> 8)] as number)) >>> 31);
        node = nodes[nodesAt + c] as number;
        c = 2 * c + (((node & 0xff) - (bins[at + 2 + (node >> 8)] as number)) >>> 31);
        node = nodes[nodesAt + d] as number;
        d = 2 * d + (((node & 0xff) - (bins[at + 3 + (node >> 8)] as number)) >>> 31);
        node = nodes[nodesAt + e] as number;
        e = 2 * e + (((node & 0xff) - (bins[at + 4 + (node >> 8)] as number)) >>> 31);
        node = nodes[nodesAt + f] as number;
        f = 2 * f + (((node & 0xff) - (bins[at + 5 + (node >> 8)] as number)) >>> 31);
        node = nodes[nodesAt + g] as number;
        g = 2 * g + (((node & 0xff) - (bins[at + 6 + (node >> 8)] as number)) >>> 31);
        node = nodes[nodesAt + h] as number;
        h = 2 * h + (((node & 0xff) - (bins[at + 7 + (node >> 8)] as number)) >>> 31);
      }
      sums[row] = (sums[row] as number) + (leaves[leavesAt + a] as number);
      sums[row + 1] = (sums[row + 1] as number) + (leaves[leavesAt + b] as number);
      sums[row + 2] = (sums[row + 2] as number) + (leaves[leavesAt + c] as number);
      sums[row + 3] = (sums[row + 3] as number) + (leaves[leavesAt + d] as number);
      sums[row + 4] = (sums[row + 4] as number) + (leaves[leavesAt + e] as number);
      sums[row + 5] = (sums[row + 5] as number) + (leaves[leavesAt + f] as number);
      sums[row + 6] = (sums[row + 6] as number) + (leaves[leavesAt + g] as number);
      sums[row + 7] = (sums[row + 7] as number) + (leaves[leavesAt + h] as number);
    }
  }
}

/** Goes through the trees of a file from first to last. */
class TreeReader {
  private node = 0;
  private leaf = 0;

  constructor(
    private readonly columns: ModelColumns,
    private readonly width: number,
  ) {}

  get isAtEnd(): boolean {
    return this.node === this.columns.splits.length;
  }

  /** The depth of the tree that is passed over. */
  skipTree(level = 0): number {
    if (level > MAX_DEPTH) throw broken(`a tree is deeper than ${MAX_DEPTH}`);
    if (this.isAtEnd) throw broken('a tree ends too early');
    const split = this.columns.splits[this.node++] as number;
    if (split === LEAF) return level;
    if (split >= this.width) throw broken('a tree asks for a feature that there is not');
    return Math.max(this.skipTree(level + 1), this.skipTree(level + 1));
  }

  fillTree(depth: number, nodes: Int32Array, leaves: Float32Array, leafUnit: number, slot = 1, level = 0): void {
    const split = this.columns.splits[this.node] as number;
    if (split === LEAF) {
      this.node++;
      // Reached by going left all the way.
      leaves[slot * 2 ** (depth - level) - leaves.length] = (this.columns.leaves[this.leaf++] as number) * leafUnit;
      return;
    }
    nodes[slot - 1] = ((split * TILE) << 8) | (this.columns.bins[this.node - this.leaf] as number);
    this.node++;
    this.fillTree(depth, nodes, leaves, leafUnit, 2 * slot, level + 1);
    this.fillTree(depth, nodes, leaves, leafUnit, 2 * slot + 1, level + 1);
  }
}
