import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unzip = promisify(gunzip);

/** No document is larger: it would not have fitted into a message. */
const MAX_JSON_BYTES = 512 * 1024 * 1024;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** What a document's row holds. */
export interface PackedContent {
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** JSON of a DocumentMetadata. */
  metadata: string;
}

/**
 * The JSON of a whole document, made without parsing: the metadata is put in before the last brace of the content.
 * Decompressing runs beside the event loop; parsing ten megabytes would stand in its way.
 */
export async function spliceDocument({ content, metadata }: PackedContent): Promise<Buffer> {
  const json = await unzip(content, { maxOutputLength: MAX_JSON_BYTES });
  if (json.at(0) !== OPENING_BRACE || json.at(-1) !== CLOSING_BRACE)
    throw new Error('a stored document is no JSON object');
  const comma = json.length > 2 ? ',' : '';
  return Buffer.concat([json.subarray(0, -1), Buffer.from(`${comma}"metadata":${metadata}}`)]);
}
