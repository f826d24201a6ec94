import type { Archive } from './open-archive';

export type OfficeKind = 'word' | 'workbook' | 'slides' | 'open-text' | 'open-workbook' | 'open-slides';

/** Content types of the main part of an Office Open XML package. Macros and templates have separate types. */
const PACKAGE_KINDS: [RegExp, OfficeKind][] = [
  [/wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.(?:document|template)\.macroEnabled/i, 'word'],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.(?:macroEnabled|binary)/i, 'workbook'],
  [
    /presentationml\.(?:presentation|slideshow|template)\.main\+xml|ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled/i,
    'slides',
  ],
];

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';
const OPEN_DOCUMENT_KINDS: ReadonlyMap<string, OfficeKind> = new Map([
  ['text', 'open-text'],
  ['text-template', 'open-text'],
  ['spreadsheet', 'open-workbook'],
  ['spreadsheet-template', 'open-workbook'],
  ['presentation', 'open-slides'],
  ['presentation-template', 'open-slides'],
]);

/** Identifies the document in a ZIP file. `unsupported` names one that cannot be read. */
export async function identifyArchive(archive: Archive): Promise<{ kind: OfficeKind } | { unsupported: string }> {
  const contentTypes = await archive.read('[Content_Types].xml');
  if (contentTypes !== undefined) {
    const text = contentTypes.toString();
    const found = PACKAGE_KINDS.find(([type]) => type.test(text));
    return found === undefined ? { unsupported: 'an unsupported kind of office document' } : { kind: found[1] };
  }
  const type = (await archive.read('mimetype'))?.toString('latin1').trim() ?? '';
  if (type === 'application/epub+zip') return { unsupported: 'an e-book (EPUB)' };
  if (!type.startsWith(OPEN_DOCUMENT)) return { unsupported: 'a ZIP archive' };
  const kind = OPEN_DOCUMENT_KINDS.get(type.slice(OPEN_DOCUMENT.length));
  return kind === undefined ? { unsupported: 'an unsupported kind of OpenDocument file' } : { kind };
}
