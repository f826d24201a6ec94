import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type RunningContender, startForked } from './contenders/forked';
import { startStandalone } from './contenders/standalone';
import { memoryMb, processTree, threadTimes } from './process-cpu';

async function main() {
  const [folder, countText, roundsText, which] = process.argv.slice(2);
  const count = Number(countText);
  const site = fork(path.join(__dirname, 'site-main.js'), folder === '-' ? [] : [folder as string, '5']);
  const [{ origin }] = (await once(site, 'message')) as [{ origin: string }];
  const starters: Record<string, () => Promise<RunningContender>> = {
    standalone: startStandalone,
    plain: () => startForked('plain-loop'),
  };
  const names = (which ?? 'standalone,plain').split(',');
  const running: [string, RunningContender][] = [];
  for (const name of names) {
    const [kind, ...args] = name.split(' ');
    process.env.BENCH_NODE_ARGS = args.join(' ');
    const contender = await starters[kind!]!();
    running.push([name, contender]);
    await contender.crawl(`${origin}/warm${running.length}/100/0`, 100);
  }
  for (let round = 0; round < Number(roundsText); round++) {
    for (const [name, contender] of running) {
      const pids = contender.roots.flatMap(({ pid }) => processTree(pid));
      const before = new Map(threadTimes(pids).map((t) => [t.tid, t]));
      const from = performance.now();
      const pages = await contender.crawl(`${origin}/r${round}c${names.indexOf(name)}/${count}/0`, count);
      const seconds = (performance.now() - from) / 1000;
      const after = threadTimes(contender.roots.flatMap(({ pid }) => processTree(pid)));
      const parts = new Map<string, number>();
      let total = 0;
      const mains = new Set(contender.roots.map((r) => r.pid));
      const tids = after
        .filter((t) => mains.has(t.pid))
        .map((t) => t.tid)
        .sort((a, b) => a - b);
      for (const t of after) {
        const ms = (t.ms - (before.get(t.tid)?.ms ?? 0)) / pages;
        if (ms < 0.02) continue;
        total += ms;
        const part = mains.has(t.pid) ? (t.tid === t.pid ? 'main' : `thread${tids.indexOf(t.tid)}`) : t.command;
        parts.set(part, (parts.get(part) ?? 0) + ms);
      }
      console.log(
        name,
        round,
        `${pages} pages ${(pages / seconds).toFixed(1)}/s cpu ${total.toFixed(1)} ms`,
        `mem ${memoryMb(contender.roots.flatMap(({ pid }) => processTree(pid))).toFixed(0)}MB`,
        [...parts].map(([p, ms]) => `${p}=${ms.toFixed(2)}`).join(' '),
      );
    }
  }
  if (process.env.HOLD) await new Promise((r) => setTimeout(r, Number(process.env.HOLD)));
  for (const [, c] of running) await c.stop();
  site.disconnect();
}
void main();
