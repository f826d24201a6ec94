import { crc32, inflateRawSync } from 'node:zlib';
import { makeZip } from './make-zip';

const END_RECORD_BYTES = 22;
const CENTRAL_HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;

describe('makeZip', () => {
  it.each([true, false])('lists every entry in the directory with offset and checksum (stored: %s)', (stored) => {
    const entries = { mimetype: 'text/plain', 'folder/ä.xml': '<a>é</a>', empty: '' };
    const archive = makeZip(
      Object.entries(entries).map(([name, body]) => ({ name, body })),
      { stored },
    );
    const end = archive.subarray(-END_RECORD_BYTES);
    expect(end.readUInt16LE(10)).toBe(3);
    let at = end.readUInt32LE(16);
    for (const [name, text] of Object.entries(entries)) {
      const length = archive.readUInt16LE(at + 28);
      expect(archive.toString('utf8', at + CENTRAL_HEADER_BYTES, at + CENTRAL_HEADER_BYTES + length)).toBe(name);
      const size = archive.readUInt32LE(at + 20);
      const start = archive.readUInt32LE(at + 42) + LOCAL_HEADER_BYTES + length;
      const packed = archive.subarray(start, start + size);
      const content = stored ? packed : inflateRawSync(packed);
      expect(archive.readUInt32LE(at + 24)).toBe(content.length);
      expect(content.toString()).toBe(text);
      expect(archive.readUInt32LE(at + 16)).toBe(crc32(content));
      at += CENTRAL_HEADER_BYTES + length;
    }
    expect(at).toBe(archive.length - END_RECORD_BYTES);
  });
});
