import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync, constants as zlib } from 'node:zlib';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
/** Of Node's gzip, which writes no optional fields. */
const GZIP_HEADER_BYTES = 10;
const MAX_UNZIPPED_BYTES = 64 * 1024 * 1024;

/** Whether bytes contain an ASCII text: plain, in UTF-16, hex, base64, or in an embedded gzip. */
export function holds(bytes: Buffer, text: string): boolean {
  if (spellings(text).some((spelling) => bytes.includes(spelling))) return true;
  return gzipsWithin(bytes).some((content) => spellings(text).some((spelling) => content.includes(spelling)));
}

/** Files below a folder whose bytes or names contain a text. */
export function filesHolding(folder: string, text: string, isLookedAt: (file: string) => boolean = () => true) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(isLookedAt)
    .filter((file) => file.includes(text) || holds(read(file), text));
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    // Browsers delete files meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function spellings(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  // Base64 has three alignments; the first and last characters depend on neighbours.
  const base64 = [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return padded.slice(Math.ceil((offset * 8) / 6), -1);
  });
  return [bytes, Buffer.from(text, 'utf16le'), ...[hex, hex.toUpperCase(), ...base64].map((one) => Buffer.from(one))];
}

function gzipsWithin(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = bytes.indexOf(GZIP_MAGIC); at >= 0; at = bytes.indexOf(GZIP_MAGIC, at + 1)) {
    try {
      const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: MAX_UNZIPPED_BYTES };
      // Not gunzip, which rejects a gzip that is followed by other bytes.
      found.push(inflateRawSync(bytes.subarray(at + GZIP_HEADER_BYTES), options));
    } catch {
      // Not a gzip.
    }
  }
  return found;
}
