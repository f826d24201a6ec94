import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface TemporaryFolders {
  /** A new empty folder. */
  make(): string;
  /** Removes all of them with their contents. */
  remove(): void;
}

/** Temporary folders of a suite, named after `subject`. */
export function temporaryFolders(subject: string): TemporaryFolders {
  const folders: string[] = [];
  return {
    make() {
      const folder = mkdtempSync(path.join(tmpdir(), `orbweaver-${subject}-`));
      folders.push(folder);
      return folder;
    },
    remove() {
      // Exiting processes may still write to them.
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
