import { FileRefused } from './file-refused';
import type { Archive } from './open-archive';
import { OpenDocumentWriter } from './open-document-writer';
import { OpenStyles } from './open-styles';
import { readXml } from './read-xml';

/** Bytes of pictures that are put into the page. */
const MAX_PICTURE_BYTES = 24 * 1024 * 1024;

/** Of a password: the files are there, and hold noise. Rejects with FileRefused. */
export async function refuseEncrypted(archive: Archive): Promise<void> {
  const manifest = await archive.read('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data') === true) {
    throw new FileRefused('is encrypted and can only be read with its password');
  }
}

/** The body of an OpenDocument text or presentation as HTML. Without `wantsPictures` every picture is an empty data: URI. */
export async function readOpenDocument(archive: Archive, wantsPictures: boolean): Promise<string> {
  const content = await archive.read('content.xml');
  if (content === undefined) throw new FileRefused('is damaged: it has no content');
  const styles = new OpenStyles();
  const named = await archive.read('styles.xml');
  if (named !== undefined) styles.read(named);
  styles.read(content);
  const writer = new OpenDocumentWriter(styles);
  readXml(content, writer);
  const pictures = new Map<string, string>();
  let left = wantsPictures ? MAX_PICTURE_BYTES : 0;
  for (const name of writer.pictures) {
    const type = pictureType(name);
    if (type === undefined) continue;
    const bytes = left > 0 ? await archive.read(name) : undefined;
    left -= bytes?.length ?? 0;
    pictures.set(name, `data:${type};base64,${left >= 0 ? (bytes?.toString('base64') ?? '') : ''}`);
  }
  return writer.html((name) => pictures.get(name));
}

const PICTURE_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

export function pictureType(name: string): string | undefined {
  return PICTURE_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
}
