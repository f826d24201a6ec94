import { zipSync } from 'fflate';
import yauzl, { type Entry } from 'yauzl';
import { FileRefused } from './file-refused';

/** Files in an archive. A book with a picture on every page has a few hundred. */
const MAX_ENTRIES = 10_000;
/** Bytes unpacked from one archive, which itself has at most 48 MiB. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

const ENTITY_DECLARATIONS = [Buffer.from('<!ENTITY'), Buffer.from('<!ENTITY', 'utf16le')];

/** A ZIP file. The announced size is checked before an entry is unpacked. */
export interface Archive {
  names: ReadonlySet<string>;
  /** Undefined if the file does not exist. @throws FileRefused or the error of the decompression */
  read(name: string): Promise<Buffer | undefined>;
  /**
   * The wanted files, changed by `rewrite`, as an uncompressed ZIP file: a library that opens it can unpack no more
   * than was checked here.
   */
  repack(isWanted: (name: string) => boolean, rewrite?: (name: string, bytes: Buffer) => Buffer): Promise<Buffer>;
}

/** @throws FileRefused if the archive is encrypted or too large, otherwise the error of the reader */
export async function openArchive(body: Uint8Array): Promise<Archive> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (zip.entryCount > MAX_ENTRIES)
    throw new FileRefused(`contains ${zip.entryCount} files. The limit is ${MAX_ENTRIES}`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  let left = MAX_UNPACKED_BYTES;

  const read = async (name: string): Promise<Buffer | undefined> => {
    const entry = entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.isEncrypted()) throw new FileRefused('is encrypted and can only be read with its password');
    // yauzl fails on an entry larger than announced.
    left -= entry.uncompressedSize;
    if (left < 0) throw new FileRefused(`unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (/\.(?:xml|rels)$/i.test(name) && ENTITY_DECLARATIONS.some((declaration) => bytes.includes(declaration))) {
      throw new FileRefused('declares XML entities, which is not allowed');
    }
    return bytes;
  };

  const repack: Archive['repack'] = async (isWanted, rewrite) => {
    const files: Record<string, Uint8Array> = Object.create(null) as Record<string, Uint8Array>;
    for (const name of entries.keys()) {
      const bytes = name.endsWith('/') || !isWanted(name) ? undefined : await read(name);
      if (bytes !== undefined) files[name] = rewrite?.(name, bytes) ?? bytes;
    }
    const packed = zipSync(files, { level: 0 });
    return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  };

  return { names: new Set(entries.keys()), read, repack };
}
