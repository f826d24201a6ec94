import { FileRefused } from './file-refused';
import type { Archive } from './open-archive';
import { OpenDocumentWriter } from './open-document-writer';
import { OpenStyles } from './open-styles';
import type { Pictures } from './pictures';
import { readXml } from './read-xml';

/** Rejects with FileRefused if a password protects the file. */
export async function refuseEncrypted(archive: Archive): Promise<void> {
  const manifest = await archive.read('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data') === true) {
    throw new FileRefused('is encrypted and can only be read with its password');
  }
}

/** The body of an OpenDocument text or presentation as HTML. */
export async function readOpenDocument(archive: Archive, pictures: Pictures): Promise<string> {
  const content = await archive.read('content.xml');
  if (content === undefined) throw new FileRefused('is damaged: it has no content');
  const styles = new OpenStyles();
  const named = await archive.read('styles.xml');
  if (named !== undefined) styles.read(named);
  styles.read(content);
  const writer = new OpenDocumentWriter(styles);
  readXml(content, writer);
  await pictures.load(archive, writer.pictures);
  return writer.html((name) => pictures.sourceOf(name));
}
