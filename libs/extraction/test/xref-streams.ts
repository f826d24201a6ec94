import { pdfStream } from '@orbweaver/testing';

/** A file with its objects in one object stream. */
export function withCrossReferences(objectStream: Buffer, [type, stream, index]: [number, number, number]): Buffer {
  const entries = Buffer.alloc(7 * 6);
  entries.set([type, 0, 0, 0, stream, index], 6);
  const file = Buffer.concat([Buffer.from('%PDF-1.5\n6 0 obj\n'), objectStream, Buffer.from('\nendobj\n')]);
  entries.writeUInt8(1, 36);
  entries.writeUInt32BE('%PDF-1.5\n'.length, 37);
  return endWithXref(file, pdfStream('/Type /XRef /W [1 4 1] /Size 7 /Root 1 0 R', entries));
}

/** A file that consists of cross references only. */
export function makeXrefStream(stream: Buffer): Buffer {
  return endWithXref(Buffer.from('%PDF-1.5\n'), stream);
}

function endWithXref(file: Buffer, stream: Buffer): Buffer {
  return Buffer.concat([
    file,
    Buffer.from('9 0 obj\n'),
    stream,
    Buffer.from(`\nendobj\nstartxref\n${file.length}\n%%EOF\n`),
  ]);
}
