import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startTestDatabase, type TestDatabase, temporaryFolders, until } from '@orbweaver/testing';
import type { ServiceName } from '../src/service';
import type { SmallProcess } from './small-process';

/** For a process that compiles its modules on a busy machine. */
export const STARTS_WITHIN_MS = 60_000;

export const ALL_SERVICES: ServiceName[] = ['gateway', 'renderer', 'frontier', 'results'];

const children: ChildProcess[] = [];
const folders = temporaryFolders('process');

export function processHarness() {
  jest.setTimeout(120_000);
  let postgres: TestDatabase;
  beforeAll(async () => {
    postgres = await startTestDatabase();
  });
  afterAll(() => postgres.close());
  afterAll(folders.remove);
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  return {
    get postgres(): TestDatabase {
      return postgres;
    },
  };
}

export function startProcess(small: SmallProcess, environment: Record<string, string> = {}, user?: number) {
  const hook = path.resolve(__dirname, '../../tooling/typescript-hook.cjs');
  const script = path.join(__dirname, 'small-process.ts');
  const child = spawn(process.execPath, ['-r', hook, script, JSON.stringify(small)], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', LOG_FORMAT: 'json', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  return {
    child,
    output,
    ended: once(child, 'close').then(([status]) => ({ status, ...output })),
    ready: async () => {
      const [, address = ''] = await until('the start', () => /^ready (\S+) /m.exec(output.out), STARTS_WITHIN_MS);
      return address;
    },
  };
}

export const newDir = folders.make;

export const postmasterOf = (dir: string) =>
  Number.parseInt(readFileSync(path.join(dir, 'postgres/pgdata/postmaster.pid'), 'utf8'), 10);

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH: no such process
  }
}
