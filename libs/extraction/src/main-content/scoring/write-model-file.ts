import { crc32 } from 'node:zlib';
import {
  alignUp,
  CHECKED_FROM,
  CHECKSUM_AT,
  type CutSettings,
  HEADER_AT,
  LEAF,
  MAGIC,
  MAX_EDGES,
  type ModelColumns,
  type ModelHeader,
  VERSION,
  WEIGHT_UNIT,
} from './model-format';

/** A node of a tree: what is below `edge` goes left. The edge is a float32. */
export type TrainedNode = { value: number } | { feature: number; edge: number; left: TrainedNode; right: TrainedNode };

export interface TrainedModel {
  featureNames: readonly string[];
  trees: readonly TrainedNode[];
  /** Log odds before any tree has spoken. */
  base: number;
  /** Weights are rounded to WEIGHT_UNIT. */
  lexicon: { attributes: ReadonlyMap<number, number>; words: ReadonlyMap<number, number> };
  cut: CutSettings;
}

const MOST_OF_INT16 = 0x7fff;

/** Makes the file that openModel reads. For training and tests. Throws RangeError on a model that the format cannot hold. */
export function writeModelFile(model: TrainedModel): Uint8Array {
  const edges = collectEdges(model);
  const nodes = model.trees.flatMap(listNodes);
  const splits = nodes.filter((node) => 'feature' in node);
  const values = nodes.filter((node) => 'value' in node).map(({ value }) => value);
  const attributes = sortTokens(model.lexicon.attributes);
  const words = sortTokens(model.lexicon.words);
  const tokens = [...attributes, ...words];
  const weights = tokens.map(([, weight]) => weight);
  const header: ModelHeader = {
    featureNames: [...model.featureNames],
    edgeCounts: edges.map((list) => list.length),
    trees: model.trees.length,
    nodes: nodes.length,
    base: model.base,
    leafUnit: unitOf(values),
    weightUnit: WEIGHT_UNIT,
    attributes: attributes.length,
    words: words.length,
    cut: model.cut,
  };
  return encode(header, {
    edges: Float32Array.from(edges.flat()),
    tokens: Int32Array.from(tokens, ([token]) => token),
    leaves: Int16Array.from(values, (value) => Math.round(value / header.leafUnit)),
    weights: Int16Array.from(weights, (weight) => Math.round(weight / header.weightUnit)),
    splits: Uint16Array.from(nodes, (node) => ('feature' in node ? node.feature : LEAF)),
    bins: Uint8Array.from(splits, ({ feature, edge }) => (edges[feature] as number[]).indexOf(edge)),
  });
}

function collectEdges({ featureNames, trees }: TrainedModel): number[][] {
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

/** So that the largest becomes the largest integer. */
function unitOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / MOST_OF_INT16;
}

function encode(header: ModelHeader, columns: ModelColumns): Uint8Array {
  const json = Buffer.from(JSON.stringify(header));
  const { edges, tokens, leaves, weights, splits, bins } = columns;
  const parts = [json, edges, tokens, leaves, weights, splits, bins];
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
