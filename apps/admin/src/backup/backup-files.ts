import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type FileEntry, OBJECTS_FILE, ObjectEntry } from './manifest';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Writes a compressed file. Fast, because contents are compressed already. */
export async function writePacked(folder: string, file: string, source: Readable): Promise<FileEntry> {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  const target = createWriteStream(path.join(folder, file), { flags: 'wx', mode: PRIVATE_FILE });
  await pipeline(source, createGzip({ level: 1 }), meter, target);
  await syncFile(path.join(folder, file));
  return { file, sha256: hash.digest('hex'), bytes };
}

/** Survives a power failure afterwards. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

export function openPacked(folder: string, file: string): Readable {
  const packed = createReadStream(path.join(folder, file));
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  return packed.pipe(unpacked);
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Entries of the copied objects (or of another list), at most `size` at once. */
export async function* readObjectEntries(
  folder: string,
  size: number,
  file = OBJECTS_FILE,
): AsyncGenerator<ObjectEntry[]> {
  let entries: ObjectEntry[] = [];
  for await (const line of createInterface({ input: openPacked(folder, file) })) {
    entries.push(ObjectEntry.parse(JSON.parse(line)));
    if (entries.length < size) continue;
    yield entries;
    entries = [];
  }
  if (entries.length > 0) yield entries;
}
