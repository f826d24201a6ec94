import { gzipSync } from 'node:zlib';
import { WARCParser } from 'warcio';
import { exportFormatNames, exportFormats } from './export-formats';
import { type CompressedDocument, DocumentsDeletedError, type ReadRange } from './read-documents';

const storedAt = new Date('2026-01-02T03:04:05.678Z');

function documentOf(ordinal: number, content: object, metadata: object = {}): CompressedDocument {
  const url = `https://site.example/${ordinal}`;
  return {
    ordinal,
    storedAt,
    content: gzipSync(JSON.stringify(content)),
    metadata: JSON.stringify({ url, sourceURL: url, statusCode: 200, ...metadata }),
  };
}

/** A source that generates documents on request, and counts them. */
function sourceOf(count: number, make = (ordinal: number) => documentOf(ordinal, { markdown: 'x', rawHtml: 'y' })) {
  const source = {
    after: 0,
    last: count,
    reads: 0,
    read: async ({ after, limit }: ReadRange) => {
      source.reads += 1;
      const end = Math.min(after + limit, count);
      return Array.from({ length: end - after }, (_, index) => make(after + index + 1));
    },
  };
  return source;
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

describe.each(exportFormatNames)('the export format %s', (name) => {
  const { write } = exportFormats[name];

  it('reads at most two batches before the reader takes the first part, and stops when the reader leaves', async () => {
    const source = sourceOf(10_000);
    for await (const part of write(source)) {
      if (part.length > 0) break;
    }
    expect(source.reads).toBeLessThanOrEqual(3);
  });

  it('fails if documents are missing', async () => {
    const source = sourceOf(450, (ordinal) => documentOf(ordinal > 300 ? ordinal + 1 : ordinal, {}));
    await expect(collect(write({ ...source, last: 460 }))).rejects.toThrow(DocumentsDeletedError);
  });

  it('fails with the error of the storage', async () => {
    const source = sourceOf(450);
    const read = (range: ReadRange) => (range.after < 200 ? source.read(range) : Promise.reject(new Error('no store')));
    await expect(collect(write({ ...source, read }))).rejects.toThrow('no store');
  });
});

describe('the export format warc', () => {
  it('has one resource record per page with rawHtml', async () => {
    const documents = [
      documentOf(1, { rawHtml: '<p>ü</p>\r\n\r\nWARC/1.1\r\n' }, { contentType: 'text/html; charset=iso-8859-1' }),
      documentOf(2, { markdown: 'only' }),
      documentOf(3, { rawHtml: '' }, { url: 'https://site.example/é?a=1', contentType: 'x\r\nInjected: y' }),
    ];
    const warc = await collect(exportFormats.warc.write(sourceOf(3, (ordinal) => documents[ordinal - 1]!)));
    const records: unknown[] = [];
    for await (const record of WARCParser.iterRecords([warc])) {
      const text = await record.contentText();
      const { warcType, warcTargetURI, warcDate, warcContentType } = record;
      const digest = record.warcHeader('WARC-Block-Digest');
      records.push([record.warcHeaders.statusline, warcType, warcTargetURI, warcContentType, digest !== null]);
      if (warcType === 'resource') records.push([warcDate, text]);
    }
    expect(records).toEqual([
      ['WARC/1.1', 'warcinfo', null, 'application/warc-fields', false],
      ['WARC/1.1', 'resource', 'https://site.example/1', 'text/html; charset=utf-8', true],
      ['2026-01-02T03:04:05.678Z', '<p>ü</p>\r\n\r\nWARC/1.1\r\n'],
      ['WARC/1.1', 'resource', 'https://site.example/%C3%A9?a=1', 'text/html; charset=utf-8', true],
      ['2026-01-02T03:04:05.678Z', ''],
    ]);
  });
});
