import path from 'node:path';
import { CommandError } from '../command';
import { hashFile, readObjectEntries } from './backup-files';
import { type Manifest, objectFile, readManifest } from './manifest';

const ENTRIES_AT_ONCE = 100;

/** Compares every file with the manifest. @throws CommandError for a missing or changed file */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const { file, sha256 } of [...manifest.tables, manifest.objects]) await verifyFile(folder, file, sha256);
  let objects = 0;
  for await (const entries of readObjectEntries(folder, ENTRIES_AT_ONCE)) {
    for (const entry of entries) await verifyFile(folder, objectFile(entry), entry.hash);
    objects += entries.length;
  }
  if (objects !== manifest.objects.copied) {
    throw new CommandError(`The backup lists ${objects} objects instead of ${manifest.objects.copied}.`);
  }
  return manifest;
}

async function verifyFile(folder: string, file: string, sha256: string): Promise<void> {
  const found = await hashFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The backup is incomplete: ${file} cannot be read (${error.code}). Use another backup.`);
  });
  if (found !== sha256)
    throw new CommandError(`The backup is damaged: ${file} has another SHA-256. Use another backup.`);
}
