import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface TemporaryFolders {
  /** A new empty folder. */
  make(): string;
  /** Removes all that were made, with what they hold. */
  remove(): void;
}

/** Folders of one suite, which are named after `subject`; the suite removes them when it ends. */
export function temporaryFolders(subject: string): TemporaryFolders {
  const folders: string[] = [];
  return {
    make() {
      const folder = mkdtempSync(path.join(tmpdir(), `orbweaver-${subject}-`));
      folders.push(folder);
      return folder;
    },
    remove() {
      // Processes that are being ended may still write to them.
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
