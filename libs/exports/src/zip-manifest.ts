import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { PackedEntry } from './zip-archive';

/** Lines of JSON, compressed as they are added, because a ZIP file has its manifest after its pages. */
export class ZipManifest {
  private readonly packer = createDeflateRaw();
  private readonly parts: Uint8Array[] = [];
  private crc = 0;
  private size = 0;

  constructor() {
    this.packer.on('data', (part: Buffer) => this.parts.push(part));
  }

  async add(entry: object): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    this.crc = crc32(line, this.crc);
    this.size += line.length;
    if (!this.packer.write(line)) await once(this.packer, 'drain');
  }

  async finish(): Promise<PackedEntry> {
    this.packer.end();
    await once(this.packer, 'end');
    return { parts: this.parts, crc: this.crc, size: this.size };
  }

  /** Frees the compressor when the file is not finished. */
  discard(): void {
    this.packer.destroy();
  }
}
