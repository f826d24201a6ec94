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
    await service.crawl(site.start('memory', sizes.pagesPerRound), sizes.pagesPerRound);
    const peakMb = look();
    say('rest after the crawl');
    await pause(sizes.restMs);
    return [
      { what: 'memory of an idle standalone', figure: idleMb, unit: 'MB', goal: { atMost: 300 } },
      {
        what: 'memory after a crawl over idle',
        figure: look() / idleMb,
        unit: '×',
        goal: { atMost: 1.3 },
        note: `${look().toFixed(0)} MB after ${sizes.restMs / 1000} s of rest, ${peakMb.toFixed(0)} at the end of the crawl`,
      },
      { what: 'CPU of an idle standalone', figure: idleCpu, unit: '% of a core', goal: { atMost: 1 } },
      ...(await ofEachService(context)),
    ];
  } finally {
    await service.stop();
  }
}

async function ofEachService({ sizes, say }: CheckContext): Promise<Finding[]> {
  const what = 'memory of the largest idle service on Kafka';
  say('the services on Kafka, idle');
  try {
    const services = await startOnKafka();
    try {
      await pause(sizes.restMs);
      const each = services.roots
        .filter(({ isNode }) => isNode)
        .map(({ part, pid }) => ({ part, mb: memoryMb(processTree(pid)) }));
      const note = each.map(({ part, mb }) => `${part} ${mb.toFixed(0)}`).join(', ');
      return [{ what, figure: Math.max(...each.map(({ mb }) => mb)), unit: 'MB', goal: { atMost: 200 }, note }];
    } finally {
      await services.stop();
    }
  } catch (error) {
    if (error instanceof UnavailableContenderError) return [{ what, reason: error.message }];
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
