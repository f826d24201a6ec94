import { LEAF, MAX_DEPTH, type ModelColumns } from './model-format';
import { broken } from './read-model-file';
import { ROWS_AT_ONCE, type RowSets } from './row-sets';

/** Stands for the edge of a node that has none. */
const NO_EDGE = -1;

/**
 * Boosted trees. Up to 32 rows go down a tree together and part where they differ. Rows beside each other are mostly
 * alike and take the same few ways: that is several times as fast as walking each row down each tree.
 */
export class TreeForest {
  private readonly nodes: Int32Array;
  private readonly roots: Int32Array;
  private readonly leaves: Float64Array;
  /** Right branches that rows are still to go down, and the rows. */
  private readonly waiting = new Int32Array(2 * MAX_DEPTH);

  constructor(
    columns: ModelColumns,
    private readonly sets: RowSets,
    { trees, leafUnit }: { trees: number; leafUnit: number },
  ) {
    const reader = new TreeReader(columns, sets.starts);
    this.roots = Int32Array.from({ length: trees }, () => reader.readTree());
    if (!reader.isAtEnd) throw broken('its trees do not end where they should');
    this.nodes = reader.nodes;
    this.leaves = Float64Array.from(columns.leaves, (leaf) => Math.fround(leaf * leafUnit));
  }

  /** What the trees say about each row, added to `base`. `features`: row after row. */
  sum(features: Float32Array, rows: number, base: number): Float64Array {
    const sums = new Float64Array(rows).fill(base);
    for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, rows - first);
      this.sets.fill(features, first, count);
      this.addTrees(sums, first, count);
    }
    return sums;
  }

  private addTrees(sums: Float64Array, first: number, count: number): void {
    const { nodes, roots, leaves, waiting } = this;
    const { reached } = this.sets;
    const all = (-1 >>> (ROWS_AT_ONCE - count)) | 0;
    for (let tree = 0; tree < roots.length; tree++) {
      let at = roots[tree] as number;
      let rows = all;
      let waits = 0;
      for (;;) {
        const edge = nodes[at] as number;
        if (edge !== NO_EDGE) {
          const right = rows & (reached[edge] as number);
          if (right === 0) at += 2;
          else if (right === rows) at = nodes[at + 1] as number;
          else {
            waiting[waits++] = nodes[at + 1] as number;
            waiting[waits++] = right;
            rows ^= right;
            at += 2;
          }
          continue;
        }
        const said = leaves[nodes[at + 1] as number] as number;
        for (; rows !== 0; rows &= rows - 1) {
          const row = first + 31 - Math.clz32(rows & -rows);
          sums[row] = (sums[row] as number) + said;
        }
        if (waits === 0) break;
        rows = waiting[--waits] as number;
        at = waiting[--waits] as number;
      }
    }
  }
}

/** Goes through the trees of a file from first to last. */
class TreeReader {
  /**
   * Two numbers a node; its left branch comes right behind it. Of one that parts rows its edge and the place of its
   * right branch, of a leaf NO_EDGE and which one it is.
   */
  readonly nodes: Int32Array;
  private node = 0;
  private leaf = 0;

  constructor(
    private readonly columns: ModelColumns,
    private readonly starts: Int32Array,
  ) {
    this.nodes = new Int32Array(2 * columns.splits.length);
  }

  get isAtEnd(): boolean {
    return this.node === this.columns.splits.length;
  }

  /** The place of its root. */
  readTree(level = 0): number {
    const { columns, starts, nodes } = this;
    if (level > MAX_DEPTH) throw broken(`a tree is deeper than ${MAX_DEPTH}`);
    if (this.isAtEnd) throw broken('a tree ends too early');
    const split = columns.splits[this.node] as number;
    const at = 2 * this.node++;
    if (split === LEAF) {
      nodes[at] = NO_EDGE;
      nodes[at + 1] = this.leaf++;
      return at;
    }
    if (split >= starts.length - 1) throw broken('a tree asks for a feature that there is not');
    const edge = (starts[split] as number) + (columns.bins[this.node - 1 - this.leaf] as number);
    if (edge >= (starts[split + 1] as number)) throw broken('a tree asks for an edge that there is not');
    nodes[at] = edge;
    this.readTree(level + 1);
    nodes[at + 1] = this.readTree(level + 1);
    return at;
  }
}
