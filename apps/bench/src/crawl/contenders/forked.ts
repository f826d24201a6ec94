import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type RunningContender, UnavailableContenderError } from './contender';
import type { ContenderMessage } from './contender-process';

/** Starts a contender from a script in this folder. */
export async function startForked(script: string, env: Record<string, string> = {}): Promise<RunningContender> {
  const child = fork(path.join(__dirname, `${script}.js`), { env: { ...process.env, ...env } });
  const hear = () => messageOf(child, script);
  const first = await hear();
  if (first.kind === 'missing') throw new UnavailableContenderError(first.reason);
  return {
    roots: [{ part: script, pid: child.pid ?? 0, isNode: true }],
    crawl: async (start, count) => {
      child.send({ start, count });
      const report = await hear();
      if (report.kind !== 'crawled') throw new Error(`${script}: ${'reason' in report ? report.reason : report.kind}`);
      return report.pages;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function messageOf(child: ChildProcess, script: string): Promise<ContenderMessage> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${script} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.removeListener('exit', onExit);
      resolve(message as ContenderMessage);
    });
  });
}
