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
/** Pinned, so that runs are comparable. */
const PACKAGES = ['scrapy==2.19.0', 'html2text==2025.4.15'];
const VENV = path.join(ROOT, '.cache/bench/scrapy');
// Not copied to dist, because it is Python.
const SCRIPT = path.join(ROOT, 'apps/bench/src/crawl/contenders/scrapy_crawl.py');
const INSTALL_TIMEOUT_MS = 240_000;

export async function startScrapy(): Promise<RunningContender> {
  const python = await ensureVenv();
  const child = spawn(python, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`scrapy exited with ${child.exitCode}`);
    return String(value);
  };
  await hear();
  return {
    roots: [{ part: 'scrapy', pid: child.pid ?? 0, isNode: false }],
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
async function ensureVenv(): Promise<string> {
  const python = path.join(VENV, 'bin/python');
  if (existsSync(path.join(VENV, 'complete'))) return python;
  await rm(VENV, { recursive: true, force: true });
  await mkdir(path.dirname(VENV), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', VENV], { timeout: INSTALL_TIMEOUT_MS });
    await run(python, ['-m', 'pip', 'install', '--quiet', ...PACKAGES], { timeout: INSTALL_TIMEOUT_MS });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
    throw new UnavailableContenderError(`python3 or pip cannot install ${PACKAGES.join(' and ')}: ${reason}`);
  }
  await mkdir(path.join(VENV, 'complete'));
  return python;
}
