import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';
import { PagePaths } from './page-paths';
import { type DocumentSource, readInBatches, type UnpackedDocument } from './read-documents';
import { ZipManifest } from './zip-manifest';

const MANIFEST = 'manifest.jsonl';

/** A ZIP file with one markdown file per page, and `manifest.jsonl` as its last entry. */
export async function* writeZip(source: DocumentSource): AsyncGenerator<Buffer, void> {
  const zip = new ZipStream();
  const left = new AbortController();
  const filling = fill(zip, source, left.signal).catch((error: Error) => void zip.destroy(error));
  try {
    for await (const chunk of zip) yield chunk as Buffer;
  } finally {
    left.abort();
    await filling;
  }
}

/** Adds the next entry when the previous one is written, so that only one document is compressed at a time. */
async function fill(zip: ZipStream, source: DocumentSource, signal: AbortSignal): Promise<void> {
  const paths = new PagePaths();
  const manifest = new ZipManifest();
  for await (const batch of readInBatches(source)) {
    for (const document of batch) {
      const { markdown, url, described } = readPage(document);
      const path = markdown === undefined ? null : paths.assign(url, document.ordinal);
      if (path !== null) await add(zip, path, Buffer.from(markdown!), signal);
      await manifest.add({ path, ...described });
    }
  }
  await add(zip, MANIFEST, Readable.from(manifest.read()), signal);
  zip.finish();
}

/** Resolves when the entry is written. Rejects when the reader has left. */
function add(zip: ZipStream, name: string, content: Buffer | Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    zip.entry(content, { name }, (error) => {
      signal.removeEventListener('abort', leave);
      if (error) reject(error);
      else resolve();
    });
  });
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
