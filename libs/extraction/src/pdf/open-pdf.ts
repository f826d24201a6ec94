import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { getDocumentProxy } from 'unpdf';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** `refused` says why the file cannot be read, for the caller. */
export type OpenedPdf = { kind: 'open'; pdf: Pdf; close(): Promise<void> } | { kind: 'refused'; message: string };

/**
 * Opens the file without reading its pages. Nothing is fetched for it: neither fonts nor what it refers to; character
 * maps are those of this package. An empty password is tried, which opens files that are only protected against changes.
 */
export async function openPdf(bytes: Uint8Array, url: string): Promise<OpenedPdf> {
  // Loading takes 130 ms and 15 MB, which threads without PDFs are spared.
  const { getResolvedPDFJS } = await import('unpdf');
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS();
  const opening = getDocument({
    // A copy, and not a Buffer: pdf.js takes its bytes away.
    data: new Uint8Array(bytes),
    docBaseUrl: url,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    // The address is not used: every map comes from the package.
    cMapUrl: 'cmaps/',
    BinaryDataFactory: CharacterMaps,
    useWasm: false,
    enableXfa: false,
  });
  try {
    return { kind: 'open', pdf: await opening.promise, close: () => opening.destroy() };
  } catch (error) {
    await opening.destroy();
    return { kind: 'refused', message: explainRefusal(error) };
  }
}

function explainRefusal(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'The PDF is encrypted and can only be read with its password.';
  return `The PDF is damaged and cannot be read (${error instanceof Error ? error.message : String(error)}).`;
}

const FOLDER = path.join(__dirname, '..', '..', 'cmaps');
/** Names of files that are there; a PDF may name anything. */
const NAME = /^[A-Za-z0-9-]{1,40}\.bcmap$/;

/** Serves pdf.js the character maps that are shipped with this package, and nothing else. */
export class CharacterMaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !NAME.test(filename)) throw new Error(`there is no ${kind} ${filename}`);
    return new Uint8Array(await readFile(path.join(FOLDER, filename)));
  }
}
