import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningContender } from './forked';

export const API_KEY = 'bench-key-0123456789';
const ROOT = path.join(__dirname, '../../../../..');
const READY_MS = 60_000;

/** Ours in one process with its embedded Postgres, in a folder that goes with it. */
export async function startStandalone(): Promise<RunningContender & { url: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orbweaver-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      ...(process.env.BENCH_NODE_ARGS ?? '').split(' ').filter(Boolean),
      path.join(ROOT, 'apps/standalone/dist/main.js'),
    ],
    {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: folder,
        BOOTSTRAP_API_KEY: API_KEY,
        EGRESS_ALLOW: '127.0.0.0/8',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await untilReady(url, child);
  return {
    url,
    roots: [{ part: 'service', pid: child.pid ?? 0 }],
    crawl: (start, count) => crawlWithService(url, start, count),
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const untilMs = Date.now() + READY_MS;
  while (child.exitCode === null && Date.now() < untilMs) {
    if (
      await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new Error(`the service at ${url} is not ready`);
}

/** Crawls by the public interface: markdown and links of every page, stored. */
export async function crawlWithService(url: string, start: string, count: number): Promise<number> {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    url: start,
    limit: count,
    crawlEntireDomain: true,
    sitemap: 'skip',
    scrapeOptions: { formats: ['markdown', 'links'], maxAge: 0 },
  });
  const accepted = (await (await fetch(`${url}/v2/crawl`, { method: 'POST', headers, body })).json()) as {
    id?: string;
  };
  if (accepted.id === undefined) throw new Error(`not accepted: ${JSON.stringify(accepted)}`);
  for (;;) {
    await pause(200);
    // Beyond the last document: the progress alone.
    const answer = await fetch(`${url}/v2/crawl/${accepted.id}?limit=1&skip=${count}`, { headers });
    const status = (await answer.json()) as { status: string; completed: number };
    if (status.status !== 'scraping') return status.completed;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
