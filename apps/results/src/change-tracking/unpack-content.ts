import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type DocumentContent, PoisonedInputError } from '@orbweaver/core';

const unzip = promisify(gunzip);
const zip = promisify(gzip);

/** Twice the largest document of a renderer. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The level that documents are packed with. */
const GZIP_LEVEL = 2;
/** zlib's codes for bytes that are no gzip, that are cut off, and that hold too much. */
const UNREADABLE = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR_BUFFER_TOO_LARGE']);

export function packText(text: string | Buffer): Promise<Buffer> {
  return zip(text, { level: GZIP_LEVEL });
}

/** @throws PoisonedInputError when `packed` is no gzip of at most 64 MiB */
export async function unpackText(pageId: string, packed: Uint8Array): Promise<string> {
  try {
    return (await unzip(packed, { maxOutputLength: MAX_BYTES })).toString();
  } catch (error) {
    if (!UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new PoisonedInputError(`page ${pageId} has content that cannot be unpacked`, { cause: error });
  }
}

/** @throws PoisonedInputError when `packed` is no gzip of the JSON of formats */
export async function unpackContent(pageId: string, packed: Uint8Array): Promise<DocumentContent> {
  const content = parse(pageId, await unpackText(pageId, packed));
  if (isContent(content)) return content;
  throw new PoisonedInputError(`page ${pageId} has content that is none of formats`);
}

function parse(pageId: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's message quotes the page.
    throw new PoisonedInputError(`page ${pageId} has content that is no JSON`);
  }
}

function isContent(content: unknown): content is DocumentContent {
  if (typeof content !== 'object' || content === null) return false;
  return !('markdown' in content) || typeof content.markdown === 'string';
}
