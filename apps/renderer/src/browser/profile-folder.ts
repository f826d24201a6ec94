import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'orbweaver-browser-';

/**
 * A folder for what one browser writes. Its name holds our process id: the next process on the machine
 * removes what one that was killed has left.
 */
export async function createProfileFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  await removeLeftBehind();
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  return { path, remove: () => remove(path) };
}

async function removeLeftBehind(): Promise<void> {
  const names = await readdir(tmpdir());
  const dead = names.filter((name) => {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    return pid > 0 && !isAlive(pid);
  });
  await Promise.all(dead.map((name) => remove(join(tmpdir(), name))));
}

/** A browser that was just killed may still be writing: tried a few times, and then left to the next start. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
