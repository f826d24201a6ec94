import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const PART_CHARACTERS = 1024 * 1024;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Lines of JSON, compressed in memory until they are read: a ZIP file has its manifest after its pages. */
export class ZipManifest {
  private readonly parts: Buffer[] = [];
  private lines = '';

  async add(entry: object): Promise<void> {
    this.lines += `${JSON.stringify(entry)}\n`;
    if (this.lines.length >= PART_CHARACTERS) await this.close();
  }

  async *read(): AsyncGenerator<Buffer, void> {
    await this.close();
    for (const part of this.parts) yield await unpack(part);
  }

  private async close(): Promise<void> {
    const { lines } = this;
    this.lines = '';
    this.parts.push(await pack(lines));
  }
}
