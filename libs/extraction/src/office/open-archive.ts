import { zipSync } from 'fflate';
import yauzl, { type Entry } from 'yauzl';
import { FileRefused } from './file-refused';

/** Files in an archive. Books with a picture on every page have some hundred. */
const MAX_ENTRIES = 10_000;
/** Bytes of all files that are unpacked. Of the compressed file there are at most 48 MiB. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

const ENTITY_DECLARATIONS = [Buffer.from('<!ENTITY'), Buffer.from('<!ENTITY', 'utf16le')];

/** A ZIP file of which nothing is unpacked before it is known to fit. */
export interface Archive {
  names: ReadonlySet<string>;
  /** Undefined: there is no such file. Rejects with FileRefused or what the decompression throws. */
  read(name: string): Promise<Buffer | undefined>;
  /**
   * The wanted files once more as a ZIP file, not compressed: what another reader of such files then makes of it has
   * its bounds, and cannot be anything but what was looked at here.
   */
  repack(isWanted: (name: string) => boolean): Promise<Buffer>;
}

/** Rejects with FileRefused where the archive is encrypted or too large, else with what is wrong with it. */
export async function openArchive(body: Uint8Array): Promise<Archive> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (zip.entryCount > MAX_ENTRIES) throw new FileRefused(`holds ${zip.entryCount} files; the most is ${MAX_ENTRIES}`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  let left = MAX_UNPACKED_BYTES;

  const read = async (name: string): Promise<Buffer | undefined> => {
    const entry = entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.isEncrypted()) throw new FileRefused('is encrypted and can only be read with its password');
    // The reader ends what holds more than it announces.
    left -= entry.uncompressedSize;
    if (left < 0) throw new FileRefused(`unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (/\.(?:xml|rels)$/i.test(name) && ENTITY_DECLARATIONS.some((declaration) => bytes.includes(declaration))) {
      throw new FileRefused('declares entities of its own, which office programs never do');
    }
    return bytes;
  };

  const repack = async (isWanted: (name: string) => boolean): Promise<Buffer> => {
    const files: Record<string, Uint8Array> = Object.create(null) as Record<string, Uint8Array>;
    for (const name of entries.keys()) {
      const bytes = name.endsWith('/') || !isWanted(name) ? undefined : await read(name);
      if (bytes !== undefined) files[name] = bytes;
    }
    const packed = zipSync(files, { level: 0 });
    return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  };

  return { names: new Set(entries.keys()), read, repack };
}
