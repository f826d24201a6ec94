import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { documentJson } from '@orbweaver/core';
import type { StoredPageResult } from '@orbweaver/persistence';

const unzip = promisify(gunzip);

/** No document is larger, because it would not fit into a message. */
const MAX_JSON_BYTES = 512 * 1024 * 1024;

/** Up to this size, unpacking takes less time than a thread of the pool takes to be asked. */
const MAX_JSON_BYTES_HERE = 64 * 1024;

/** What is needed of a page's result to answer a scrape. */
export type ScrapeResult = Pick<StoredPageResult, 'state' | 'reason' | 'message' | 'metadata' | 'content'>;

/** A document as its row holds it. */
export interface PackedContent {
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** JSON of a DocumentMetadata. */
  metadata: string;
}

/** The JSON of a whole document. A large one is decompressed in another thread. */
export async function spliceDocument({ content, metadata }: PackedContent): Promise<Buffer> {
  const json = unzipHere(content) ?? (await unzip(content, { maxOutputLength: MAX_JSON_BYTES }));
  return Buffer.concat(documentJson(json, metadata));
}

/** Undefined for a large document. */
function unzipHere(content: Uint8Array): Buffer | undefined {
  if (!isSmall(content)) return undefined;
  try {
    return gunzipSync(content, { maxOutputLength: MAX_JSON_BYTES_HERE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** gzip ends with the unpacked size: of a file of several parts, only the size of the last part. */
function isSmall(packed: Uint8Array): boolean {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return packed.byteLength >= 4 && view.getUint32(packed.byteLength - 4, true) <= MAX_JSON_BYTES_HERE;
}
