import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContentStore } from '@orbweaver/object-store';
import { CommandError } from '../command';
import { readObjectEntries } from './backup-files';
import { objectFile } from './manifest';

/** Objects in memory at once; each has at most some megabytes. */
const OBJECTS_AT_ONCE = 8;

/** Stores the objects of a backup. Idempotent. @throws CommandError if the object store rejects one */
export async function restoreObjects(folder: string, contents: ContentStore): Promise<void> {
  for await (const entries of readObjectEntries(folder, OBJECTS_AT_ONCE)) {
    const read = entries.map(async (entry) => ({
      ...entry,
      content: await readFile(path.join(folder, objectFile(entry))),
    }));
    const placed = await contents.place(await Promise.all(read));
    if (placed.some(({ objectHash }) => objectHash === null)) {
      throw new CommandError('The object store is unavailable. Retry when it is available.');
    }
  }
}
