import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01, the earliest date of the format. */
const DATE = 0x21;

export interface ZipEntry {
  name: string;
  body: Buffer | string;
}

/** A ZIP archive. `stored` omits compression, which the first entry of an OpenDocument requires. */
export function makeZip(entries: readonly ZipEntry[], { stored = false } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, body } of entries) {
    const content = Buffer.from(body);
    const packed = stored ? content : deflateRawSync(content, { level: 1 });
    const path = Buffer.from(name);
    // Version, flags, method, time, date, checksum, both sizes, length of the name, extra field.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(stored ? 0 : DEFLATED, 4);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const file = Buffer.concat([number(LOCAL_HEADER), facts, path, packed]);
    // Version, comment, disk, attributes, offset of the file.
    directory.push(
      Buffer.concat([number(CENTRAL_HEADER), Buffer.from([VERSION, 0]), facts, Buffer.alloc(10), number(offset), path]),
    );
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, number(END_RECORD), end]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
