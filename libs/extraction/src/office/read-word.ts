import mammoth from 'mammoth';
import type { Archive } from './open-archive';
import type { Pictures } from './pictures';
import { removeHiddenText, WordStyles } from './word-hidden-text';

/** Parts without text, which mammoth must not unpack. */
const NOT_READ =
  /^(?:word\/(?:embeddings|fonts|activeX|theme|printerSettings)\/|word\/vbaProject|docProps\/thumbnail)/i;
const MEDIA = /^word\/media\//i;
const TEXT = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/i;

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "p[style-name='macro'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Source Text'] => code",
  "r[style-name='Verbatim Char'] => code",
];

/** The body of a Word document as HTML. */
export async function readWord(archive: Archive, pictures: Pictures): Promise<string> {
  const styles = new WordStyles(await archive.read('word/styles.xml'));
  const buffer = await archive.repack(
    (name) => !NOT_READ.test(name) && (pictures.areWanted || !MEDIA.test(name)),
    (name, bytes) => (TEXT.test(name) ? removeHiddenText(bytes, styles) : bytes),
  );
  const convertImage = mammoth.images.imgElement(async (image) => {
    const type = /^image\/[\w.+-]+$/.test(image.contentType) ? image.contentType : 'image/png';
    return { src: pictures.source(type, pictures.areWanted ? await readPicture(image) : '') };
  });
  const { value } = await mammoth.convertToHtml(
    { buffer },
    // A style map embedded in the file could write any HTML.
    { convertImage, styleMap: STYLES, includeEmbeddedStyleMap: false, externalFileAccess: false },
  );
  return value;
}

/** A picture outside the file is not fetched. */
async function readPicture(image: { readAsBase64String(): Promise<string> }): Promise<string> {
  try {
    return await image.readAsBase64String();
  } catch {
    return '';
  }
}
