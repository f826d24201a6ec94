import { crc32 } from 'node:zlib';
import { AdvisedError } from '@orbweaver/core';
import {
  alignUp,
  CHECKED_FROM,
  CHECKSUM_AT,
  countLeaves,
  FOREST_NAMES,
  type ForestColumns,
  type ForestHeader,
  type ForestName,
  HEADER_AT,
  type LexiconColumns,
  MAGIC,
  type ModelHeader,
  VERSION,
} from './model-format';

/** The model file is damaged, or was trained for other features than this build computes. */
export class UnusableModelError extends AdvisedError {
  override readonly name = 'UnusableModelError';
  /** The installation is at fault and not the page; another renderer may have a valid file. */
  readonly retry = 'limited';
}

export interface ModelFile {
  header: ModelHeader;
  forests: Record<ForestName, ForestColumns>;
  lexicon: LexiconColumns;
}

/** Throws UnusableModelError. The columns are copies: `bytes` may have any alignment and may be released. */
export function readModelFile(bytes: Uint8Array): ModelFile {
  const header = readHeader(bytes);
  let at = alignUp(HEADER_AT + headerBytes(bytes));
  const take = (count: number, width: number): ArrayBuffer => {
    const end = at + count * width;
    if (!Number.isSafeInteger(count) || count < 0 || end > bytes.length) throw broken('it is shorter than its header');
    // Not bytes.slice: that of a Buffer shares its memory.
    const copy = new Uint8Array(bytes.subarray(at, end));
    at = alignUp(end);
    return copy.buffer;
  };
  const readForest = (forest: ForestHeader): ForestColumns => {
    const leaves = countLeaves(forest);
    const edges = forest.edgeCounts.reduce((sum, count) => sum + count, 0);
    return {
      edges: new Float32Array(take(edges, 4)),
      leaves: new Int16Array(take(leaves, 2)),
      splits: new Uint16Array(take(forest.nodes, 2)),
      bins: new Uint8Array(take(forest.nodes - leaves, 1)),
    };
  };
  const entries = FOREST_NAMES.map((name) => [name, readForest(header.forests[name])] as const);
  const tokens = header.attributes + header.words;
  return {
    header,
    forests: Object.fromEntries(entries) as Record<ForestName, ForestColumns>,
    lexicon: { tokens: new Int32Array(take(tokens, 4)), weights: new Int16Array(take(tokens, 2)) },
  };
}

function readHeader(bytes: Uint8Array): ModelHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1');
  if (magic !== MAGIC || bytes.length < HEADER_AT) throw broken('it is no model file');
  const version = view.getUint32(MAGIC.length, true);
  if (version !== VERSION) throw broken(`it is of version ${version}, and this build reads version ${VERSION}`);
  if (crc32(bytes.subarray(CHECKED_FROM)) !== view.getUint32(CHECKSUM_AT, true)) throw broken('its checksum is wrong');
  const header = bytes.subarray(HEADER_AT, HEADER_AT + headerBytes(bytes));
  return JSON.parse(Buffer.from(header).toString('utf8')) as ModelHeader;
}

function headerBytes(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(CHECKED_FROM, true);
}

export function broken(reason: string): UnusableModelError {
  return new UnusableModelError(
    `The main content model cannot be used: ${reason}. Restore libs/extraction/model/main-content.bin or train it anew.`,
  );
}
