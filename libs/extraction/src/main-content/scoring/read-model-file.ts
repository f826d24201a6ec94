import { crc32 } from 'node:zlib';
import { AdvisedError } from '@orbweaver/core';
import {
  alignUp,
  CHECKED_FROM,
  CHECKSUM_AT,
  countLeaves,
  HEADER_AT,
  MAGIC,
  type ModelColumns,
  type ModelHeader,
  VERSION,
} from './model-format';

/** The file of the model is not one, is damaged, or was trained for other features than this build computes. */
export class UnusableModelError extends AdvisedError {
  override readonly name = 'UnusableModelError';
  /** The installation is at fault and not the page: another one may do better. */
  readonly retry = 'limited';
}

/** Throws UnusableModelError. The columns are copies: `bytes` may be of any alignment, and be let go. */
export function readModelFile(bytes: Uint8Array): { header: ModelHeader; columns: ModelColumns } {
  const header = readHeader(bytes);
  let at = alignUp(HEADER_AT + headerBytes(bytes));
  const take = (count: number, width: number): ArrayBuffer => {
    const end = at + count * width;
    if (!Number.isSafeInteger(count) || count < 0 || end > bytes.length) throw broken('its header speaks of more');
    // Not bytes.slice: that of a Buffer shares its memory.
    const copy = new Uint8Array(bytes.subarray(at, end));
    at = alignUp(end);
    return copy.buffer;
  };
  const leaves = countLeaves(header);
  const tokens = header.attributes + header.words;
  const columns: ModelColumns = {
    edges: new Float32Array(
      take(
        header.edgeCounts.reduce((sum, count) => sum + count, 0),
        4,
      ),
    ),
    tokens: new Int32Array(take(tokens, 4)),
    leaves: new Int16Array(take(leaves, 2)),
    weights: new Int16Array(take(tokens, 2)),
    splits: new Uint16Array(take(header.nodes, 2)),
    bins: new Uint8Array(take(header.nodes - leaves, 1)),
  };
  return { header, columns };
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

export function broken(what: string): UnusableModelError {
  return new UnusableModelError(
    `The main content model cannot be used: ${what}. Restore libs/extraction/model/main-content.bin or train it anew.`,
  );
}
