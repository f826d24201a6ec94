import { readFile } from 'node:fs/promises';
import path from 'node:path';

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
