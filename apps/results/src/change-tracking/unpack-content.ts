import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type DocumentContent, PoisonedInputError } from '@orbweaver/core';

const unzip = promisify(gunzip);
const zip = promisify(gzip);

/** Twice the largest document of a renderer. */
const MAX_BYTES = 64 * 1024 * 1024;
const GZIP_LEVEL = 2;
/** zlib's errors for invalid, truncated and too large gzip. */
const UNREADABLE = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR_BUFFER_TOO_LARGE']);

export function packText(text: string | Buffer): Promise<Buffer> {
  return zip(text, { level: GZIP_LEVEL });
}

/** @throws PoisonedInputError when `packed` is not gzip of at most 64 MiB */
export async function unpackText(pageId: string, packed: Uint8Array): Promise<string> {
  try {
    return (await unzip(packed, { maxOutputLength: MAX_BYTES })).toString();
  } catch (error) {
    if (!UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new PoisonedInputError(`the content of page ${pageId} is not valid gzip of at most 64 MiB`, { cause: error });
  }
}

/** @throws PoisonedInputError when `packed` is not gzip of a JSON document */
export async function unpackContent(pageId: string, packed: Uint8Array): Promise<DocumentContent> {
  const content = parse(pageId, await unpackText(pageId, packed));
  if (isContent(content)) return content;
  throw new PoisonedInputError(`the content of page ${pageId} is not a document`);
}

function parse(pageId: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's message contains text of the page.
    throw new PoisonedInputError(`the content of page ${pageId} is not JSON`);
  }
}

function isContent(content: unknown): content is DocumentContent {
  if (typeof content !== 'object' || content === null) return false;
  return !('markdown' in content) || typeof content.markdown === 'string';
}
