import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { documentJson } from '@orbweaver/core';
import type { StoredPageResult } from '@orbweaver/persistence';

const unzip = promisify(gunzip);

/** Larger documents do not fit into a message. */
const MAX_JSON_BYTES = 512 * 1024 * 1024;

/** Up to this size, decompressing in the main thread is faster than using the thread pool. */
const MAX_INLINE_BYTES = 64 * 1024;

/** The part of a page result that a scrape response needs. */
export type ScrapeResult = Pick<StoredPageResult, 'state' | 'reason' | 'message' | 'metadata' | 'content'>;

export interface PackedContent {
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** JSON of a DocumentMetadata. */
  metadata: string;
}

/** The complete JSON of a document. */
export async function spliceDocument({ content, metadata }: PackedContent): Promise<Buffer> {
  return Buffer.concat(documentJson(await unzipContent(content), metadata));
}

/** The JSON of a DocumentContent. Large documents are decompressed in the thread pool. */
export async function unzipContent(content: Uint8Array): Promise<Buffer> {
  return unzipInline(content) ?? unzip(content, { maxOutputLength: MAX_JSON_BYTES });
}

/** Undefined for a large document. */
function unzipInline(content: Uint8Array): Buffer | undefined {
  if (!isSmall(content)) return undefined;
  try {
    return gunzipSync(content, { maxOutputLength: MAX_INLINE_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** gzip ends with the decompressed size of its last member. */
function isSmall(packed: Uint8Array): boolean {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return packed.byteLength >= 4 && view.getUint32(packed.byteLength - 4, true) <= MAX_INLINE_BYTES;
}
