import { storable } from '../page/metadata';
import type { Pdf } from './open-pdf';

export interface PdfMetadata {
  title?: string;
  author?: string;
  description?: string;
  keywords?: string;
  language?: string;
  /** Pages that were read. Each costs a credit. */
  numPages: number;
  /** Pages of the file. */
  totalPages: number;
}

/** The file's own metadata; empty where that is damaged. */
export async function readPdfMetadata(pdf: Pdf): Promise<Omit<PdfMetadata, 'numPages' | 'totalPages'>> {
  const info = await pdf.getMetadata().then(
    (metadata) => metadata.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  );
  const metadata: Omit<PdfMetadata, 'numPages' | 'totalPages'> = {};
  for (const [key, name] of [
    ['title', 'Title'],
    ['author', 'Author'],
    ['description', 'Subject'],
    ['keywords', 'Keywords'],
    ['language', 'Language'],
  ] as const) {
    const value = info[name];
    const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
    if (text !== '') metadata[key] = storable(text);
  }
  return metadata;
}
