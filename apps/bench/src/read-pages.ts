import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface Page {
  name: string;
  /** As received, decompressed. */
  body: Uint8Array;
}

const PAGE_FILE = /\.html?(?:\.gz)?$/i;

/** Every `every`th of the `*.html` and `*.html.gz` files in `folder` and below, in order of names. */
export function readPages(folder: string, every = 1): Page[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => PAGE_FILE.test(file))
    .sort();
  return files
    .filter((_, index) => index % every === 0)
    .map((file) => {
      const bytes = readFileSync(path.join(folder, file));
      return { name: file, body: file.endsWith('.gz') ? gunzipSync(bytes) : bytes };
    });
}
