import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_FILE } from './manifest';

const DATED = /^\d{8}T\d{6}Z$/;

/** Sorts by time: `20261129T030000Z`. */
export const datedName = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Deletes complete dated backups except the newest `count`. @returns the deleted ones */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => DATED.test(name) && existsSync(path.join(folder, name, MANIFEST_FILE)),
  );
  const old = names.sort().slice(0, -count);
  for (const name of old) await rm(path.join(folder, name), { recursive: true });
  return old;
}
