import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { until } from '@orbweaver/testing';

export type Role = 'standalone' | 'gateway' | 'frontier' | 'renderer' | 'results';

/** A process of the system under test, with everything needed to signal and restart it. */
export interface ServiceProcess {
  role: Role;
  /** Counts from 0 within the role. */
  index: number;
  pid: number;
  entry: string;
  /** Arguments of the entry. */
  args?: string[];
  env: Record<string, string>;
  url: string;
  logFile: string;
  /** Runs without this process's environment, in the folder of its app, and not as root. */
  confined?: boolean;
  /** A program with arguments that starts it. */
  through?: string[];
}

/** The user of the images, which root uses for confined processes. */
const ORDINARY_USER = 1000;

const READY_WITHIN_MS = 90_000;
const ENDS_WITHIN_MS = 20_000;
const LOG_TAIL = 4000;

/** Starts the process as the leader of a process group, so that it can be signalled like by Ctrl-C. */
export function spawnService(service: Omit<ServiceProcess, 'pid'>): ServiceProcess {
  const log = openSync(service.logFile, 'a');
  const [command = '', ...args] = [
    ...(service.through ?? []),
    process.execPath,
    service.entry,
    ...(service.args ?? []),
  ];
  const child = spawn(command, args, {
    ...(service.confined ? confinement(path.resolve(service.entry, '../..')) : {}),
    env: { ...(service.confined ? {} : inheritedEnv()), ...service.env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  if (child.pid === undefined) throw new Error(`${service.entry} did not start`);
  child.unref();
  return { ...service, pid: child.pid };
}

export function confinement(cwd: string): { cwd: string; uid?: number; gid?: number } {
  return { cwd, ...(process.getuid?.() === 0 && { uid: ORDINARY_USER, gid: ORDINARY_USER }) };
}

/** Hides the developer's settings from the system under test. */
export function inheritedEnv(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'CHROMIUM_PATH', 'LD_LIBRARY_PATH'];
  const pairs = names.map((name) => [name, process.env[name]]).filter((pair) => pair[1] !== undefined);
  return Object.fromEntries(pairs) as Record<string, string>;
}

export async function waitUntilReady(service: ServiceProcess): Promise<void> {
  await until(
    `${service.role} ${service.index} ready`,
    async () => {
      if (!isAlive(service.pid)) throw new Error(`${service.role} exited during its start:\n${logTail(service)}`);
      return await answersOk(`${service.url}/health/ready`);
    },
    READY_WITHIN_MS,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${logTail(service)}`);
  });
}

export async function killService(service: ServiceProcess, signal: NodeJS.Signals): Promise<void> {
  if (isAlive(service.pid)) process.kill(service.pid, signal);
  await waitUntilEnded(service.pid);
}

export async function waitUntilEnded(pid: number, withinMs = ENDS_WITHIN_MS): Promise<void> {
  await until(`exit of process ${pid}`, () => !isAlive(pid), withinMs);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function logTail(service: ServiceProcess): string {
  return `${service.logFile}:\n${readFileSync(service.logFile, 'utf8').slice(-LOG_TAIL)}`;
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
