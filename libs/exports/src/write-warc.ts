import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { WARCRecord, type WARCRecordOpts, WARCSerializer } from 'warcio';
import { type DocumentSource, readInBatches, type UnpackedDocument } from './read-documents';

const warcVersion = 'WARC/1.1';

const pack = promisify(gzip);

/**
 * WARC 1.1 with one `resource` record per page with rawHtml, each a gzip member. Not `response` records, because the
 * bytes and headers of the HTTP response are not stored.
 */
export async function* writeWarc(source: DocumentSource): AsyncGenerator<Buffer, void> {
  yield await serialize(WARCRecord.createWARCInfo({ warcVersion }, { software: 'Orbweaver', format: warcVersion }));
  for await (const batch of readInBatches(source)) {
    const records = await Promise.all(batch.flatMap((document) => recordOf(document) ?? []).map(serialize));
    if (records.length > 0) yield Buffer.concat(records);
  }
}

function recordOf({ content, metadata, storedAt }: UnpackedDocument): WARCRecord | undefined {
  const { rawHtml } = JSON.parse(content.toString()) as { rawHtml?: string };
  if (rawHtml === undefined) return undefined;
  const { url, contentType } = JSON.parse(metadata) as { url: string; contentType?: string };
  const [mediaType = 'text/html'] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '') ?? [];
  const body = Buffer.from(rawHtml);
  // Without these headers, warcio creates two WebAssembly hashers per record.
  const digest = `sha256:${hash('sha256', body)}`;
  const options: WARCRecordOpts = {
    type: 'resource',
    url,
    warcVersion,
    date: storedAt.toISOString(),
    // The text is stored decoded.
    warcHeaders: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'WARC-Block-Digest': digest,
      'WARC-Payload-Digest': digest,
    },
  };
  return WARCRecord.create(options, [body]);
}

const serialize = async (record: WARCRecord): Promise<Buffer> => pack(await WARCSerializer.serialize(record));
