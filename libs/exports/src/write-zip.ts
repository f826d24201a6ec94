import { PagePaths } from './page-paths';
import { type DocumentSource, readInBatches, type UnpackedDocument } from './read-documents';
import { packEntry, ZipArchive } from './zip-archive';
import { ZipManifest } from './zip-manifest';

const MANIFEST = 'manifest.jsonl';
/** A ZIP file with one markdown file per page, and `manifest.jsonl` as its last entry. */
export async function* writeZip(source: DocumentSource): AsyncGenerator<Buffer, void> {
  const archive = new ZipArchive(new Date());
  const paths = new PagePaths();
  const manifest = new ZipManifest();
  try {
    for await (const batch of readInBatches(source)) {
      const chunk: Uint8Array[] = [];
      for (const document of batch) {
        const { markdown, url, described } = readPage(document);
        const path = markdown === undefined ? null : paths.assign(url, document.ordinal);
        await manifest.add({ path, ...described });
        if (path !== null) chunk.push(...archive.add(path, await packEntry(Buffer.from(markdown!))));
      }
      if (chunk.length > 0) yield Buffer.concat(chunk);
    }
    yield Buffer.concat([...archive.add(MANIFEST, await manifest.finish()), ...archive.end()]);
  } finally {
    manifest.discard();
  }
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
