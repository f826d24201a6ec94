import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface Resident {
  /** Memory of this process alone, and memory shared with a few others. */
  ownBytes: number;
  /** Mapped files, mostly the program: the same pages in every process of a browser. */
  fileBytes: number;
}

const KIB = 1024;

/** The resident memory of each process. Ended processes, and those that cannot be read here, are left out. */
export async function residentMemory(pids: number[]): Promise<Map<number, Resident>> {
  if (process.platform === 'linux') return await fromProc(pids);
  // Windows has no ps: there, pages and age alone replace a browser.
  return process.platform === 'win32' ? new Map() : await fromPs(pids);
}

async function fromProc(pids: number[]): Promise<Map<number, Resident>> {
  const found = new Map<number, Resident>();
  const look = async (pid: number): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const bytes = (field: string): number =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * KIB;
    const ownBytes = bytes('RssAnon') + bytes('RssShmem');
    if (ownBytes > 0) found.set(pid, { ownBytes, fileBytes: bytes('RssFile') });
  };
  await Promise.all(pids.map(look));
  return found;
}

/** ps knows no parts; its sum counts the program's own pages once for each process. */
export async function fromPs(pids: number[]): Promise<Map<number, Resident>> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]).catch(
    // It exits with 1 when all of them have ended.
    () => ({ stdout: '' }),
  );
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(
    lines.filter(([pid, kib]) => pid && kib).map(([pid, kib]) => [pid!, { ownBytes: kib! * KIB, fileBytes: 0 }]),
  );
}

/** Shared pages are counted once. */
export function totalBytes(memory: Map<number, Resident>): number {
  const processes = [...memory.values()];
  const own = processes.reduce((sum, { ownBytes }) => sum + ownBytes, 0);
  return own + Math.max(0, ...processes.map(({ fileBytes }) => fileBytes));
}
