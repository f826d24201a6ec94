import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { getDocumentProxy } from 'unpdf';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** `refused`: the reason, for the caller. */
export type OpenedPdf = { kind: 'open'; pdf: Pdf; close(): Promise<void> } | { kind: 'refused'; message: string };

/** Opens a PDF without reading pages or fetching resources. An empty password is tried, for files protected against changes. */
export async function openPdf(bytes: Uint8Array, url: string): Promise<OpenedPdf> {
  // Loaded on demand: 130 ms and 15 MB.
  const { getResolvedPDFJS } = await import('unpdf');
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS();
  const opening = getDocument({
    // A copy, because pdf.js detaches it; not a Buffer.
    data: new Uint8Array(bytes),
    docBaseUrl: url,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    // Not used: CharacterMaps reads the files of this package.
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
/** Valid file names; a PDF may contain any. */
const NAME = /^[A-Za-z0-9-]{1,40}\.bcmap$/;

/** Provides pdf.js with the character maps of this package only. */
class CharacterMaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !NAME.test(filename)) throw new Error(`there is no ${kind} ${filename}`);
    return new Uint8Array(await readFile(path.join(FOLDER, filename)));
  }
}
