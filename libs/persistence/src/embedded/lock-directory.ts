import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface DirectoryLock {
  /** May be called twice. The operating system releases the lock too, however this process ends. */
  release(): void;
}

/** Another process, or another part of this one, has the directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';

  constructor(
    readonly directory: string,
    /** As the holder wrote it; undefined before it has done so. */
    readonly pid: number | undefined,
  ) {
    super(`${directory} is in use by another process${pid === undefined ? '' : ` (pid ${pid})`}`);
  }
}

/** Of Darwin's open(2); Node has no name for it. */
const O_EXLOCK = 0x20;
/** Exit code of flock(1) when another process holds the lock. */
const CONFLICT = 1;
/** Far more than chance removals of the directory could cause. */
const MAX_TRIES = 100;

/**
 * Takes the directory for this process. The lock is one of the kernel on a file in it (`flock`), bound to our
 * descriptor: it ends with the process, so a crash, a reboot or a pid that is used again leaves nothing behind, and
 * it holds between containers that share the directory. What the file says is for people only.
 * @throws DirectoryInUseError, and Error when the directory cannot be locked at all
 */
export function lockDirectory(directory: string): DirectoryLock {
  const file = path.join(directory, 'lock');
  for (let tries = 1; ; tries += 1) {
    const descriptor = openLocked(directory, file);
    // The whole directory may be removed between opening and locking: then the lock holds nothing.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== fstatSync(descriptor).ino) {
      closeSync(descriptor);
      if (tries < MAX_TRIES) continue;
      throw new Error(`${directory} cannot be locked (its files do not keep their numbers): use another file system`);
    }
    ftruncateSync(descriptor);
    writeSync(descriptor, `${process.pid}\n`, 0);
    let isHeld = true;
    const release = () => {
      if (isHeld) closeSync(descriptor);
      isHeld = false;
    };
    return { release };
  }
}

/** Node opens with O_CLOEXEC, so that no child of ours (Postgres, a browser) keeps the lock when we are gone. */
function openLocked(directory: string, file: string): number {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform === 'darwin') {
    try {
      return openSync(file, flags | O_EXLOCK | constants.O_NONBLOCK, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      throw new DirectoryInUseError(directory, readHolder(file));
    }
  }
  const descriptor = openSync(file, flags, 0o600);
  // The lock belongs to the open file, which the child shares with us: it stays when the child is gone.
  const { status, stderr, error } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  });
  if (status === 0) return descriptor;
  closeSync(descriptor);
  if (status === CONFLICT) throw new DirectoryInUseError(directory, readHolder(file));
  const reason = error === undefined ? stderr.trim() : `flock, of util-linux: ${error.message}`;
  throw new Error(`${directory} cannot be locked (${reason}): set DATABASE_URL to a Postgres of yours`);
}

function readHolder(file: string): number | undefined {
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return pid > 0 ? pid : undefined;
}
