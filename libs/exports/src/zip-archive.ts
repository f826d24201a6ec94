import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** Up to this size, the main thread is faster than the thread pool, and is not blocked for long. */
const MAX_INLINE_BYTES = 16 * 1024;
const LEVEL = { level: 3 };

const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
/** Version of the format that a reader needs: 2.0 for deflated entries, 4.5 for zip64. */
const VERSION = 20;
const VERSION_ZIP64 = 45;
const LIMIT_16 = 0xffff;
const LIMIT_32 = 0xffffffff;

const deflateInPool = promisify(deflateRaw);

/** Content of an entry, compressed. */
export interface PackedEntry {
  /** Raw deflate data. */
  parts: readonly Uint8Array[];
  /** CRC-32 and bytes of the uncompressed content. */
  crc: number;
  size: number;
}

export async function packEntry(content: Buffer): Promise<PackedEntry> {
  const isSmall = content.length <= MAX_INLINE_BYTES;
  const packed = isSmall ? deflateRawSync(content, LEVEL) : await deflateInPool(content, LEVEL);
  return { parts: [packed], crc: crc32(content), size: content.length };
}

/**
 * The records of a ZIP file (APPNOTE 6.3.10), with the zip64 extension where its limits require it. Keeps the central
 * directory in memory, about 100 bytes per entry. Entries must be smaller than 4 GiB.
 */
export class ZipArchive {
  private readonly directory: Buffer[] = [];
  private offset = 0;

  constructor(private readonly modifiedAt: Date) {}

  /** The bytes of an entry. @param name relative path with `/` */
  add(name: string, { parts, crc, size }: PackedEntry): Uint8Array[] {
    const packedSize = parts.reduce((sum, { length }) => sum + length, 0);
    const path = Buffer.from(name);
    const common = this.describe({ crc, size, packedSize, nameLength: path.length });
    const start = this.offset;
    this.offset += 30 + path.length + packedSize;
    this.directory.push(centralRecord(common, path, start));
    const local = Buffer.alloc(4);
    local.writeUInt32LE(0x04034b50);
    // The length of extra fields: none.
    return [local, common, Buffer.alloc(2), path, ...parts];
  }

  /** The central directory and the end of the file. */
  end(): Uint8Array[] {
    const entries = this.directory.length;
    const size = this.directory.reduce((sum, { length }) => sum + length, 0);
    const isLarge = entries >= LIMIT_16 || size >= LIMIT_32 || this.offset >= LIMIT_32;
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50);
    end.writeUInt16LE(Math.min(entries, LIMIT_16), 8);
    end.writeUInt16LE(Math.min(entries, LIMIT_16), 10);
    end.writeUInt32LE(Math.min(size, LIMIT_32), 12);
    end.writeUInt32LE(Math.min(this.offset, LIMIT_32), 16);
    return [...this.directory, ...(isLarge ? [this.end64(entries, size)] : []), end];
  }

  /** The fields that local and central records share, from the required version to the length of the name. */
  private describe({
    crc,
    size,
    packedSize,
    nameLength,
  }: Record<'crc' | 'size' | 'packedSize' | 'nameLength', number>) {
    const at = this.modifiedAt;
    const record = Buffer.alloc(24);
    record.writeUInt16LE(VERSION);
    record.writeUInt16LE(UTF8_NAMES, 2);
    record.writeUInt16LE(DEFLATED, 4);
    record.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
    record.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
    record.writeUInt32LE(crc, 10);
    record.writeUInt32LE(packedSize, 14);
    record.writeUInt32LE(size, 18);
    record.writeUInt16LE(nameLength, 22);
    return record;
  }

  private end64(entries: number, size: number): Buffer {
    const record = Buffer.alloc(56 + 20);
    record.writeUInt32LE(0x06064b50);
    record.writeBigUInt64LE(44n, 4);
    record.writeUInt16LE(VERSION_ZIP64, 12);
    record.writeUInt16LE(VERSION_ZIP64, 14);
    record.writeBigUInt64LE(BigInt(entries), 24);
    record.writeBigUInt64LE(BigInt(entries), 32);
    record.writeBigUInt64LE(BigInt(size), 40);
    record.writeBigUInt64LE(BigInt(this.offset), 48);
    // The locator of the record above.
    record.writeUInt32LE(0x07064b50, 56);
    record.writeBigUInt64LE(BigInt(this.offset + size), 64);
    record.writeUInt32LE(1, 72);
    return record;
  }
}

function centralRecord(common: Buffer, path: Buffer, start: number): Buffer {
  const isFar = start >= LIMIT_32;
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x02014b50);
  head.writeUInt16LE(isFar ? VERSION_ZIP64 : VERSION, 4);
  const tail = Buffer.alloc(16);
  tail.writeUInt16LE(isFar ? 12 : 0);
  tail.writeUInt32LE(Math.min(start, LIMIT_32), 12);
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(start), 4);
  }
  return Buffer.concat([head, common, tail, path, extra]);
}
