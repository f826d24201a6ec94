import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';

/** A document as stored. */
export interface CompressedDocument {
  /** Position among the documents of the job, starting at 1, without gaps. */
  ordinal: number;
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** JSON of a DocumentMetadata. */
  metadata: string;
  storedAt: Date;
}

export interface UnpackedDocument {
  ordinal: number;
  /** JSON of a DocumentContent. */
  content: Buffer;
  metadata: string;
  storedAt: Date;
}

export interface ReadRange {
  after: number;
  limit: number;
  /** JSON bytes. A larger document is a range by itself. */
  maxBytes: number;
}

export interface DocumentSource {
  /** Documents to skip. */
  after: number;
  /** Ordinal of the last document. */
  last: number;
  /** Documents in order. Each call is one short statement, so a slow reader holds no transaction. */
  read(range: ReadRange): Promise<readonly CompressedDocument[]>;
}

/** A document of the range is missing: the job expired or was deleted. */
export class DocumentsDeletedError extends Error {
  override readonly name = 'DocumentsDeletedError';
}

/** Two batches are in memory: the one that is sent, and the next. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_DOCUMENTS = 200;

/** Larger documents do not fit into a message. */
const MAX_JSON_BYTES = 512 * 1024 * 1024;

/** Up to this compressed size, the main thread is faster than the thread pool, and is not blocked for long. */
const MAX_INLINE_BYTES = 16 * 1024;

const unzipInPool = promisify(gunzip);

async function unzip(content: Uint8Array): Promise<Buffer> {
  const limit = { maxOutputLength: MAX_JSON_BYTES };
  return content.byteLength <= MAX_INLINE_BYTES ? gunzipSync(content, limit) : unzipInPool(content, limit);
}

/** Reads a range of documents in batches, in order. @throws DocumentsDeletedError if documents are missing */
export async function* readInBatches(source: DocumentSource): AsyncGenerator<UnpackedDocument[], void> {
  const { after, last } = source;
  let next = after < last ? readBatch(source, after) : undefined;
  while (next !== undefined) {
    const batch = await next;
    const end = batch.at(-1)!.ordinal;
    next = end < last ? readBatch(source, end) : undefined;
    // Awaited in the next turn, which does not happen if the reader leaves.
    next?.catch(() => undefined);
    yield batch;
  }
}

async function readBatch({ last, read }: DocumentSource, after: number): Promise<UnpackedDocument[]> {
  const limit = Math.min(BATCH_DOCUMENTS, last - after);
  const packed = await read({ after, limit, maxBytes: BATCH_BYTES });
  const isComplete = packed.length > 0 && packed.every(({ ordinal }, index) => ordinal === after + 1 + index);
  if (!isComplete) {
    throw new DocumentsDeletedError(`documents after ${after} of ${last} are missing: the job expired or was deleted`);
  }
  return Promise.all(
    packed.map(async ({ ordinal, content, metadata, storedAt }) => ({
      ordinal,
      content: await unzip(content),
      metadata,
      storedAt,
    })),
  );
}
