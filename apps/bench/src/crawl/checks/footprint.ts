import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningContender, UnavailableContenderError } from '../contenders/contender';
import { startOnKafka } from '../contenders/on-kafka';
import { SERVICE_ENV, startOurs } from '../contenders/ours';
import { startService } from '../contenders/service-process';
import { pidsOf, readCpu } from '../cpu-parts';
import { memoryMb, processTree } from '../process-cpu';
import { ROOT } from '../root';
import type { Check, CheckContext, Finding } from './check';
import { timed } from './latency';

const IDLE_LOOK_MS = 10_000;
const LOOK_EVERY_MS = 1000;

/** Memory and CPU time of an idle service, before and after a crawl. */
export const memory: Check = { name: 'memory', run: measureMemory };

async function measureMemory(context: CheckContext): Promise<Finding[]> {
  const { site, sizes, say } = context;
  const service = await startOurs();
  const look = () => memoryMb(pidsOf(service.roots));
  try {
    say('idle');
    await pause(sizes.restMs);
    const idleMb = look();
    const idleCpu = await idleCpuPercent(service);
    say('a crawl');
    let peakMb = 0;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, look());
    }, LOOK_EVERY_MS);
    await service.crawl(site.start('memory', sizes.pagesPerRound), sizes.pagesPerRound);
    clearInterval(watch);
    say('rest after the crawl');
    await pause(sizes.restMs);
    return [
      { what: 'memory of an idle standalone', figure: idleMb, unit: 'MB', goal: { atMost: 300 } },
      {
        what: 'memory after a crawl over idle',
        figure: look() / idleMb,
        unit: '×',
        goal: { atMost: 1.3 },
        note: `${look().toFixed(0)} MB after ${sizes.restMs / 1000} s of rest`,
      },
      { what: 'memory at most during a crawl', figure: peakMb, unit: 'MB', goal: { atMost: 700 } },
      { what: 'CPU of an idle standalone', figure: idleCpu, unit: '% of a core', goal: { atMost: 1 } },
      ...(await onKafka(context)),
    ];
  } finally {
    await service.stop();
  }
}

/** Memory of each service on Kafka: idle, at most during a crawl, and after a rest. Limits of containers follow from it. */
async function onKafka({ site, sizes, say }: CheckContext): Promise<Finding[]> {
  const largest = 'memory of the largest idle service on Kafka';
  say('the services on Kafka, idle');
  try {
    const services = await startOnKafka();
    const look = () =>
      services.roots.filter(({ isNode }) => isNode).map(({ part, pid }) => ({ part, mb: memoryMb(processTree(pid)) }));
    try {
      await pause(sizes.restMs);
      const idle = look();
      say('a crawl on Kafka');
      const most = new Map<string, number>();
      const watch = setInterval(() => {
        for (const { part, mb } of look()) most.set(part, Math.max(mb, most.get(part) ?? 0));
      }, LOOK_EVERY_MS);
      await services.crawl(site.start('memory-kafka', sizes.pagesPerRound), sizes.pagesPerRound);
      clearInterval(watch);
      say('rest after the crawl');
      await pause(sizes.restMs);
      const after = look();
      const list = (each: { part: string; mb: number }[]) =>
        each.map(({ part, mb }) => `${part} ${mb.toFixed(0)}`).join(', ');
      const peaks = list([...most].map(([part, mb]) => ({ part, mb })));
      return [
        {
          what: largest,
          figure: Math.max(...idle.map(({ mb }) => mb)),
          unit: 'MB',
          goal: { atMost: 200 },
          note: list(idle),
        },
        {
          what: 'memory of all services on Kafka after a crawl',
          figure: after.reduce((sum, { mb }) => sum + mb, 0),
          unit: 'MB',
          goal: { atMost: 800 },
          note: `${list(after)}; at most during the crawl: ${peaks}`,
        },
      ];
    } finally {
      await services.stop();
    }
  } catch (error) {
    if (error instanceof UnavailableContenderError) return [{ what: largest, reason: error.message }];
    throw error;
  }
}

async function idleCpuPercent({ roots }: RunningContender): Promise<number> {
  const before = readCpu(roots).totalMs;
  await pause(IDLE_LOOK_MS);
  return (100 * (readCpu(roots).totalMs - before)) / IDLE_LOOK_MS;
}

/** Time from the command to readiness with an existing data folder. */
export const startTime: Check = { name: 'start', run: measureStart };

async function measureStart({ say }: CheckContext): Promise<Finding[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orbweaver-bench-'));
  // The script of `npm start`, including its checks of packages and builds.
  const entry = path.join(ROOT, 'libs/tooling/scripts/start.mjs');
  const startOnce = async () => {
    const service = await startService('standalone', folder, SERVICE_ENV, { entry });
    return service.stop;
  };
  try {
    say('first start');
    await (await startOnce())();
    say('second start');
    let stop = async () => undefined as unknown;
    const ms = await timed(async () => {
      stop = await startOnce();
    });
    await stop();
    return [{ what: 'ready on a second start', figure: ms / 1000, unit: 's', goal: { atMost: 4 } }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
