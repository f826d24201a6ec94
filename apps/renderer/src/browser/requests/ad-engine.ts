import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FiltersEngine } from '@ghostery/adblocker';

/** Compiled from the lists beside it, see ad-lists/README.md. The path is the same from `src` and from `dist`. */
const ENGINE_FILE = join(__dirname, '../../../ad-lists/engine.br');

let loading: Promise<FiltersEngine> | undefined;

/**
 * The one engine of this process: EasyList and EasyPrivacy. The first page that needs it loads it (60 to 150 ms, 30
 * MB), so that a process that renders nothing does not carry it. Rejects when the file does not fit the library's
 * version.
 */
export function adEngine(): Promise<FiltersEngine> {
  loading ??= load();
  return loading;
}

async function load(): Promise<FiltersEngine> {
  const [library, file] = await Promise.all([import('@ghostery/adblocker'), readFile(ENGINE_FILE)]);
  return library.FiltersEngine.deserialize(await promisify(brotliDecompress)(file));
}
