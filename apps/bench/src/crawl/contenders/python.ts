import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from '../root';
import { type RunningContender, UnavailableContenderError } from './contender';

const run = promisify(execFile);
export interface PythonPeer {
  /** Of its script NAME_crawl.py and its virtual environment. */
  name: string;
  /** Pinned, so that runs are comparable. */
  packages: readonly string[];
}

const VENVS = path.join(ROOT, '.cache/bench');
// Not copied to dist, because they are Python.
const SCRIPTS = path.join(ROOT, 'apps/bench/src/crawl/contenders');
const INSTALL_TIMEOUT_MS = 600_000;

/** Starts a Python crawler, which reads orders from its standard input and answers with the number of pages. */
export async function startPython(peer: PythonPeer): Promise<RunningContender> {
  const python = await ensureVenv(peer);
  const child = spawn(python, [path.join(SCRIPTS, `${peer.name}_crawl.py`)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${peer.name} exited with ${child.exitCode}`);
    return String(value);
  };
  await hear();
  return {
    roots: [{ part: peer.name, pid: child.pid ?? 0, isNode: false }],
    crawl: async (start, count) => {
      child.stdin.write(`${JSON.stringify({ start, count })}\n`);
      return Number(await hear());
    },
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The Python of a virtual environment with the packages, created on first use. */
async function ensureVenv({ name, packages }: PythonPeer): Promise<string> {
  const venv = path.join(VENVS, name);
  const python = path.join(venv, 'bin/python');
  if (existsSync(path.join(venv, 'complete'))) return python;
  await rm(venv, { recursive: true, force: true });
  await mkdir(path.dirname(venv), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', venv], { timeout: INSTALL_TIMEOUT_MS });
    await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: INSTALL_TIMEOUT_MS });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
    throw new UnavailableContenderError(`python3 or pip cannot install ${packages.join(' and ')}: ${reason}`);
  }
  await mkdir(path.join(venv, 'complete'));
  return python;
}
