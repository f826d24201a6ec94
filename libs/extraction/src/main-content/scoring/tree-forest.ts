import { type ForestColumns, type ForestHeader, LEAF, MAX_DEPTH } from './model-format';
import { broken } from './read-model-file';
import { ROWS_AT_ONCE, RowSets } from './row-sets';

/** Edge of a leaf. */
const NO_EDGE = -1;

/**
 * Gradient-boosted trees. Up to 32 rows descend a tree together and are divided where they differ. Neighbouring rows are
 * mostly alike and take few paths: this is several times as fast as descending row by row.
 */
export class TreeForest {
  private readonly nodes: Int32Array;
  private readonly roots: Int32Array;
  private readonly leaves: Float64Array;
  private readonly sets: RowSets;
  private readonly width: number;
  /** Stack of right branches and the rows that take them. */
  private readonly waiting = new Int32Array(2 * MAX_DEPTH);
  private readonly base: number;
  readonly outputs: number;

  /** Throws UnusableModelError if the columns contradict the header. */
  constructor(columns: ForestColumns, { featureNames, edgeCounts, outputs, trees, base, leafUnit }: ForestHeader) {
    this.width = featureNames.length;
    if (edgeCounts.length !== this.width) throw broken('it has edges of an unknown feature');
    this.sets = new RowSets(edgeCounts, columns.edges);
    this.base = base;
    this.outputs = outputs;
    const reader = new TreeReader(columns, this.sets.starts);
    this.roots = Int32Array.from({ length: trees }, () => reader.readTree());
    if (!reader.isAtEnd) throw broken('its trees end too early');
    this.nodes = reader.nodes;
    this.leaves = Float64Array.from(columns.leaves, (leaf) => Math.fround(leaf * leafUnit));
  }

  /** Log odds of each output, row after row. `features`: row after row, without NaN. */
  margins(features: Float32Array, rows: number): Float64Array {
    const { width } = this;
    if (features.length !== rows * width) throw new RangeError(`${rows} rows of ${width} are not ${features.length}`);
    const sums = new Float64Array(rows * this.outputs).fill(this.base);
    for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, rows - first);
      this.sets.fill(features, first, count);
      this.addTrees(sums, first, count);
    }
    return sums;
  }

  private addTrees(sums: Float64Array, first: number, count: number): void {
    const { nodes, roots, leaves, waiting, outputs } = this;
    const { reached } = this.sets;
    const all = (-1 >>> (ROWS_AT_ONCE - count)) | 0;
    for (let tree = 0; tree < roots.length; tree++) {
      let at = roots[tree] as number;
      let rows = all;
      let waits = 0;
      const output = tree % outputs;
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
        const value = leaves[nodes[at + 1] as number] as number;
        for (; rows !== 0; rows &= rows - 1) {
          const place = (first + 31 - Math.clz32(rows & -rows)) * outputs + output;
          sums[place] = (sums[place] as number) + value;
        }
        if (waits === 0) break;
        rows = waiting[--waits] as number;
        at = waiting[--waits] as number;
      }
    }
  }
}

/** Reads the trees of a file from first to last. */
class TreeReader {
  /** Two numbers a node: its edge and the offset of its right branch; for a leaf NO_EDGE and its number. The left branch follows the node. */
  readonly nodes: Int32Array;
  private node = 0;
  private leaf = 0;

  constructor(
    private readonly columns: ForestColumns,
    private readonly starts: Int32Array,
  ) {
    this.nodes = new Int32Array(2 * columns.splits.length);
  }

  get isAtEnd(): boolean {
    return this.node === this.columns.splits.length;
  }

  /** Returns the offset of its root. */
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
    if (split >= starts.length - 1) throw broken('a tree splits at an unknown feature');
    const edge = (starts[split] as number) + (columns.bins[this.node - 1 - this.leaf] as number);
    if (edge >= (starts[split + 1] as number)) throw broken('a tree splits at an unknown edge');
    nodes[at] = edge;
    this.readTree(level + 1);
    nodes[at + 1] = this.readTree(level + 1);
    return at;
  }
}
