import { once } from 'node:events';
import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { PagePaths } from './page-paths';
import { type DocumentSource, readInBatches, type UnpackedDocument } from './read-documents';
import { ZipManifest } from './zip-manifest';

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

/** Adds the next entry when the previous one is read, so that only one document is compressed at a time. */
async function fill(zip: ZipFile, source: DocumentSource, signal: AbortSignal): Promise<void> {
  const paths = new PagePaths();
  const manifest = new ZipManifest();
  for await (const batch of readInBatches(source)) {
    for (const document of batch) {
      const { markdown, url, described } = readPage(document);
      const path = markdown === undefined ? null : paths.assign(url, document.ordinal);
      if (path !== null) await add(zip, path, Readable.from([toBytes(markdown!)]), signal);
      await manifest.add({ path, ...described });
    }
  }
  await add(zip, MANIFEST, Readable.from(manifest.read()), signal);
  zip.end();
}

/** Resolves when the content is read. */
async function add(zip: ZipFile, path: string, content: Readable, signal: AbortSignal): Promise<void> {
  // yazl keeps this function until the end of the file, so it must not keep the content.
  let given: Readable | undefined = content;
  zip.addReadStreamLazy(path, (give) => {
    give(null, given!);
    given = undefined;
  });
  await once(content, 'end', { signal });
}

/** Outside the pool of small buffers, because yazl keeps the buffers of names, and each would keep its part of the pool. */
const toBytes = (text: string): Buffer => Buffer.from(new TextEncoder().encode(text).buffer);

function readPage({ ordinal, content, metadata }: UnpackedDocument) {
  const { markdown } = JSON.parse(content.toString()) as { markdown?: string };
  const { url, sourceURL, statusCode, title, language, contentType, scrapeId } = JSON.parse(metadata);
  return {
    markdown,
    url: String(url),
    described: { ordinal, url, sourceURL, statusCode, title, language, contentType, scrapeId },
  };
}
