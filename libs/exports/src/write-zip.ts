import { once } from 'node:events';
import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { PagePaths } from './page-paths';
import { type DocumentSource, readInBatches, type UnpackedDocument } from './read-documents';
import { ZipManifest } from './zip-manifest';

export const MANIFEST = 'manifest.jsonl';

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
  const add = async (path: string, content: Readable) => {
    zip.addReadStream(content, path);
    await once(content, 'end', { signal });
  };
  for await (const batch of readInBatches(source)) {
    for (const document of batch) {
      const page = readPage(document);
      const path = page.markdown === undefined ? null : paths.assign(page.url, document.ordinal);
      if (path !== null) await add(path, Readable.from([Buffer.from(page.markdown!)]));
      await manifest.add({ path, ordinal: document.ordinal, ...page.described });
    }
  }
  await add(MANIFEST, Readable.from(manifest.read()));
  zip.end();
}

function readPage({ content, metadata }: UnpackedDocument) {
  const { markdown } = JSON.parse(content.toString()) as { markdown?: string };
  const { url, sourceURL, statusCode, title, language, contentType, scrapeId } = JSON.parse(metadata);
  return {
    markdown,
    url: String(url),
    described: { url, sourceURL, statusCode, title, language, contentType, scrapeId },
  };
}
