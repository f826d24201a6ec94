import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_FILE } from './manifest';

/** A killed backup leaves it. One that is being written is later than the newest complete one. */
const PARTIAL = /^\d{8}T\d{6}Z\.partial$/;
const DATED = /^\d{8}T\d{6}Z$/;

/** Sorts by time: `20261129T030000Z`. */
export const datedName = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Deletes complete dated backups except the newest `count`, and interrupted ones. @returns the deleted folders */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const all = await readdir(folder);
  const names = all.filter((name) => DATED.test(name) && existsSync(path.join(folder, name, MANIFEST_FILE)));
  const newest = names.sort().at(-1) ?? '';
  const interrupted = all.filter((name) => PARTIAL.test(name) && name < newest);
  const old = [...names.slice(0, -count), ...interrupted];
  for (const name of old) await rm(path.join(folder, name), { recursive: true });
  return old;
}
