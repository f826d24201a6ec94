import { once } from 'node:events';
import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { PagePaths } from './page-paths';
import { type DocumentSource, readInBatches, type UnpackedDocument } from './read-documents';
import { ZipManifest } from './zip-manifest';

/** Documents that are compressed concurrently. */
const GROUP = 16;

const MANIFEST = 'manifest.jsonl';

/** A ZIP file with one markdown file per page, and `manifest.jsonl` as its last entry. */
export async function* writeZip(source: DocumentSource): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const left = new AbortController();
  zip.on('error', (error: Error) => output.destroy(error));
  const filling = fill(zip, source, left.signal).catch((error: Error) => output.destroy(error));
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    left.abort();
    await filling;
  }
}

/** Adds the next entries when the previous ones are read, so that few documents are in memory. */
async function fill(zip: ZipFile, source: DocumentSource, signal: AbortSignal): Promise<void> {
  const paths = new PagePaths();
  const manifest = new ZipManifest();
  for await (const batch of readInBatches(source)) {
    for (let from = 0; from < batch.length; from += GROUP) {
      const pages = batch.slice(from, from + GROUP).map(readPage);
      const files = pages.map(({ markdown, url, described }) => ({
        path: markdown === undefined ? null : paths.assign(url, described.ordinal),
        text: markdown ?? '',
        described,
      }));
      const added = files.flatMap(({ path, text }) => (path === null ? [] : [{ path, content: Buffer.from(text) }]));
      const last = added.pop();
      for (const { path, content } of added) zip.addBuffer(content, path);
      if (last !== undefined) await addInTurn(zip, last.path, Readable.from([last.content]), signal);
      for (const { path, described } of files) await manifest.add({ path, ...described });
    }
  }
  await addInTurn(zip, MANIFEST, Readable.from(manifest.read()), signal);
  zip.end();
}

/** Resolves when this entry and all previous ones are written, and the reader has taken most of their bytes. */
async function addInTurn(zip: ZipFile, path: string, content: Readable, signal: AbortSignal): Promise<void> {
  const output = zip.outputStream as PassThrough;
  zip.addReadStreamLazy(path, (give) => give(null, content));
  await once(content, 'end', { signal });
  while (output.writableNeedDrain) await once(output, 'drain', { signal });
}

function readPage({ ordinal, content, metadata }: UnpackedDocument) {
  const { markdown } = JSON.parse(content.toString()) as { markdown?: string };
  const { url, sourceURL, statusCode, title, language, contentType, scrapeId } = JSON.parse(metadata);
  return {
    markdown,
    url: String(url),
    described: { ordinal, url, sourceURL, statusCode, title, language, contentType, scrapeId },
  };
}
