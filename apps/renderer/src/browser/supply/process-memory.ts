import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface Resident {
  ownBytes: number;
  fileBytes: number;
}

const KIB = 1024;

/** Resident memory by process id, without processes that have exited or cannot be read. */
export async function residentMemory(pids: number[]): Promise<Map<number, Resident>> {
  if (process.platform === 'linux') return await fromProc(pids);
  // Windows has no ps: browsers are replaced by page count and age only.
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

/** ps reports a sum, which includes the shared program in each process. */
export async function fromPs(pids: number[]): Promise<Map<number, Resident>> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]).catch(
    // ps exits with 1 when all processes have exited.
    () => ({ stdout: '' }),
  );
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(
    lines.filter(([pid, kib]) => pid && kib).map(([pid, kib]) => [pid!, { ownBytes: kib! * KIB, fileBytes: 0 }]),
  );
}

export function totalBytes(memory: Map<number, Resident>): number {
  const processes = [...memory.values()];
  const own = processes.reduce((sum, { ownBytes }) => sum + ownBytes, 0);
  return own + Math.max(0, ...processes.map(({ fileBytes }) => fileBytes));
}
