import { crc32 } from 'node:zlib';
import {
  alignUp,
  CHECKED_FROM,
  CHECKSUM_AT,
  type CutSettings,
  FOREST_NAMES,
  type ForestColumns,
  type ForestHeader,
  type ForestName,
  HEADER_AT,
  LEAF,
  MAGIC,
  MAX_EDGES,
  type ModelHeader,
  VERSION,
  WEIGHT_UNIT,
} from './model-format';

/** A node of a tree: values below `edge` go left. The edge is a float32. */
export type TrainedNode = { value: number } | { feature: number; edge: number; left: TrainedNode; right: TrainedNode };

interface TrainedForest {
  featureNames: readonly string[];
  outputs: number;
  /** Tree `n` adds to output `n % outputs`. */
  trees: readonly TrainedNode[];
  /** Log odds without any tree. */
  base: number;
}

export interface TrainedModel {
  forests: Record<ForestName, TrainedForest>;
  /** Weights are rounded to WEIGHT_UNIT. */
  lexicon: { attributes: ReadonlyMap<number, number>; words: ReadonlyMap<number, number> };
  cut: CutSettings;
  lowConfidence: number;
}

const INT16_MAX = 0x7fff;

/** Makes the file that openModel reads. For training and tests. Throws RangeError if the format cannot hold the model. */
export function writeModelFile(model: TrainedModel): Uint8Array {
  const attributes = sortTokens(model.lexicon.attributes);
  const words = sortTokens(model.lexicon.words);
  const tokens = [...attributes, ...words];
  const forests = FOREST_NAMES.map((name) => [name, packForest(model.forests[name])] as const);
  const header: ModelHeader = {
    forests: Object.fromEntries(forests.map(([name, forest]) => [name, forest.header])) as ModelHeader['forests'],
    weightUnit: WEIGHT_UNIT,
    attributes: attributes.length,
    words: words.length,
    cut: model.cut,
    lowConfidence: model.lowConfidence,
  };
  return encode(header, [
    ...forests.flatMap(([, { columns }]) => [columns.edges, columns.leaves, columns.splits, columns.bins]),
    Int32Array.from(tokens, ([token]) => token),
    Int16Array.from(tokens, ([, weight]) => Math.round(weight / WEIGHT_UNIT)),
  ]);
}

function packForest(forest: TrainedForest): { header: ForestHeader; columns: ForestColumns } {
  const edges = collectEdges(forest);
  const nodes = forest.trees.flatMap(listNodes);
  const splits = nodes.filter((node) => 'feature' in node);
  const values = nodes.filter((node) => 'value' in node).map(({ value }) => value);
  const leafUnit = unitOf(values);
  return {
    header: {
      featureNames: [...forest.featureNames],
      edgeCounts: edges.map((list) => list.length),
      outputs: forest.outputs,
      trees: forest.trees.length,
      nodes: nodes.length,
      base: forest.base,
      leafUnit,
    },
    columns: {
      edges: Float32Array.from(edges.flat()),
      leaves: Int16Array.from(values, (value) => Math.round(value / leafUnit)),
      splits: Uint16Array.from(nodes, (node) => ('feature' in node ? node.feature : LEAF)),
      bins: Uint8Array.from(splits, ({ feature, edge }) => (edges[feature] as number[]).indexOf(edge)),
    },
  };
}

function collectEdges({ featureNames, trees }: TrainedForest): number[][] {
  const edges = featureNames.map(() => new Set<number>());
  for (const node of trees.flatMap(listNodes)) if ('feature' in node) edges[node.feature]?.add(node.edge);
  return edges.map((set, feature) => {
    if (set.size > MAX_EDGES) throw new RangeError(`${featureNames[feature]} has ${set.size} edges of ${MAX_EDGES}`);
    return [...set].sort((a, b) => a - b);
  });
}

function listNodes(tree: TrainedNode): TrainedNode[] {
  return 'feature' in tree ? [tree, ...listNodes(tree.left), ...listNodes(tree.right)] : [tree];
}

function sortTokens(weights: ReadonlyMap<number, number>): [number, number][] {
  return [...weights].sort(([a], [b]) => a - b);
}

/** Maps the largest value to the largest integer. */
function unitOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / INT16_MAX;
}

function encode(header: ModelHeader, columns: readonly ArrayBufferView[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(header));
  const parts = [json, ...columns];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + alignUp(part.byteLength), HEADER_AT));
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from(MAGIC, 'latin1'));
  view.setUint32(MAGIC.length, VERSION, true);
  view.setUint32(CHECKED_FROM, json.length, true);
  let at = HEADER_AT;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += alignUp(part.byteLength);
  }
  view.setUint32(CHECKSUM_AT, crc32(bytes.subarray(CHECKED_FROM)), true);
  return bytes;
}
