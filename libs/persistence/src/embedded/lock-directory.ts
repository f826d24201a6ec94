import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface DirectoryLock {
  /** Idempotent. The operating system also releases the lock when the process ends. */
  release(): void;
}

export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';

  constructor(
    readonly directory: string,
    readonly pid: number | undefined,
  ) {
    super(`${directory} is in use by another process${pid === undefined ? '' : ` (pid ${pid})`}`);
  }
}

/** Darwin's open(2) flag, which Node does not define. */
const O_EXLOCK = 0x20;
const CONFLICT = 1;
/** More than concurrent removals of the directory could cause. */
const MAX_TRIES = 100;

/**
 * Locks the directory with a kernel lock (`flock`) that ends with the process and works across containers. The pid in
 * the file is informational.
 * @throws DirectoryInUseError
 * @throws Error if the directory cannot be locked
 */
export function lockDirectory(directory: string): DirectoryLock {
  const file = path.join(directory, 'lock');
  for (let tries = 1; ; tries += 1) {
    const descriptor = openLocked(directory, file);
    if (statSync(file, { throwIfNoEntry: false })?.ino !== fstatSync(descriptor).ino) {
      closeSync(descriptor);
      if (tries < MAX_TRIES) continue;
      throw new Error(`${directory} cannot be locked (its file system changes inode numbers); use another file system`);
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

/** Node sets O_CLOEXEC, so that child processes do not keep the lock. */
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
  // The lock belongs to the shared open file and outlives the child process.
  const { status, stderr, error } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  });
  if (status === 0) return descriptor;
  closeSync(descriptor);
  if (status === CONFLICT) throw new DirectoryInUseError(directory, readHolder(file));
  const reason = error === undefined ? stderr.trim() : `flock of util-linux: ${error.message}`;
  throw new Error(`${directory} cannot be locked (${reason}): set DATABASE_URL to an existing Postgres`);
}

function readHolder(file: string): number | undefined {
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return pid > 0 ? pid : undefined;
}
