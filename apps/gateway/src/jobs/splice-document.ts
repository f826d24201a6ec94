import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { documentJson } from '@orbweaver/core';

const unzip = promisify(gunzip);

/** No document is larger: it would not have fitted into a message. */
const MAX_JSON_BYTES = 512 * 1024 * 1024;

/** So much is unpacked in less time than it takes to hand it to another thread and back. */
const MAX_JSON_BYTES_HERE = 64 * 1024;

/** What a document's row holds. */
export interface PackedContent {
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** JSON of a DocumentMetadata. */
  metadata: string;
}

/** The JSON of a whole document. A large one is decompressed beside the event loop. */
export async function spliceDocument({ content, metadata }: PackedContent): Promise<Buffer> {
  const json = unzipHere(content) ?? (await unzip(content, { maxOutputLength: MAX_JSON_BYTES }));
  return Buffer.concat(documentJson(json, metadata));
}

/** Undefined for what is large. */
function unzipHere(content: Uint8Array): Buffer | undefined {
  if (!isSmall(content)) return undefined;
  try {
    return gunzipSync(content, { maxOutputLength: MAX_JSON_BYTES_HERE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** gzip ends with the size of what it holds; of several parts, with that of the last. */
function isSmall(packed: Uint8Array): boolean {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return packed.byteLength >= 4 && view.getUint32(packed.byteLength - 4, true) <= MAX_JSON_BYTES_HERE;
}
