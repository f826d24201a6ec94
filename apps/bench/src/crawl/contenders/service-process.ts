import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../root';

const READY_MS = 90_000;
const POLL_MS = 20;
const LOG_TAIL = 2000;

export interface RunningService {
  role: string;
  pid: number;
  url: string;
  logFile: string;
  stop(): Promise<void>;
}

const entryOf = (role: string) => path.join(ROOT, 'apps', role, 'dist/main.js');

/** Hides the developer's settings from the service. */
function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG, CHROMIUM_PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, HOME, TMPDIR, LANG, CHROMIUM_PATH, LD_LIBRARY_PATH };
}

/** Resolves when the service is ready. Its log is in `folder`. */
export async function startService(
  role: string,
  folder: string,
  env: Record<string, string>,
  { entry = entryOf(role) }: { entry?: string } = {},
): Promise<RunningService> {
  const port = await freePort();
  const logFile = path.join(folder, `${role}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [entry], {
    env: { ...inherited(), LOG_FORMAT: 'json', DATA_DIR: path.join(folder, role), ...env, PORT: String(port) },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  if (!(await untilReady(url, child))) {
    child.kill('SIGKILL');
    throw new Error(`${role} is not ready:\n${readFileSync(logFile, 'utf8').slice(-LOG_TAIL)}`);
  }
  return {
    role,
    pid: child.pid ?? 0,
    url,
    logFile,
    stop: async () => {
      process.removeListener('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs the `orbweaver` command. */
export async function runAdminCommand(args: string[], env: Record<string, string>): Promise<void> {
  await promisify(execFile)(process.execPath, [entryOf('admin'), ...args], { env: { ...inherited(), ...env } });
}

async function untilReady(url: string, child: ChildProcess): Promise<boolean> {
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const untilMs = Date.now() + READY_MS; child.exitCode === null && Date.now() < untilMs; await pause(POLL_MS)) {
    if (await isReady()) return true;
  }
  return false;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
