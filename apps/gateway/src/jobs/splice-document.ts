import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { documentJson } from '@orbweaver/core';

const unzip = promisify(gunzip);

/** No document is larger: it would not have fitted into a message. */
const MAX_JSON_BYTES = 512 * 1024 * 1024;

/** What a document's row holds. */
export interface PackedContent {
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** JSON of a DocumentMetadata. */
  metadata: string;
}

/** The JSON of a whole document. Decompressing runs beside the event loop. */
export async function spliceDocument({ content, metadata }: PackedContent): Promise<Buffer> {
  return Buffer.concat(documentJson(await unzip(content, { maxOutputLength: MAX_JSON_BYTES }), metadata));
}
