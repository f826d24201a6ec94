import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CrawlReport } from './contender-process';

/** Something that crawls a site, and whose CPU time can be read meanwhile. */
export interface RunningContender {
  /** The roots of all its processes, by the part that each is. */
  roots: { part: string; pid: number }[];
  /** Resolves with the number of pages when all are there. */
  crawl(start: string, count: number): Promise<number>;
  stop(): Promise<void>;
}

/** A contender that is a script beside this file. */
export async function startForked(script: string): Promise<RunningContender> {
  const child = fork(path.join(__dirname, `${script}.js`));
  await once(child, 'message');
  return {
    roots: [{ part: 'process', pid: child.pid ?? 0 }],
    crawl: async (start, count) => {
      child.send({ start, count });
      const [report] = (await Promise.race([once(child, 'message'), ended(child, script)])) as [CrawlReport];
      return report.pages;
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function ended(child: ChildProcess, script: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`${script} ended with ${code}`);
}
