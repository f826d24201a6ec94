import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FiltersEngine } from '@ghostery/adblocker';

/** Compiled from the lists in ad-lists, see its README. The path is the same from `src` and `dist`. */
const ENGINE_FILE = join(__dirname, '../../../ad-lists/engine.br');

let loading: Promise<FiltersEngine> | undefined;

/**
 * EasyList and EasyPrivacy. Loaded for the first page that needs them (60 to 150 ms, 30 MB). Rejects when the file does
 * not match the library's version.
 */
export function adEngine(): Promise<FiltersEngine> {
  loading ??= load();
  return loading;
}

async function load(): Promise<FiltersEngine> {
  const [library, file] = await Promise.all([import('@ghostery/adblocker'), readFile(ENGINE_FILE)]);
  return library.FiltersEngine.deserialize(await promisify(brotliDecompress)(file));
}
