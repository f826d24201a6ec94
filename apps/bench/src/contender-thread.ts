import { existsSync } from 'node:fs';
import path from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type BenchPage, CONTENDERS, type Contender } from './contenders';
import { cpuMs } from './stopwatch';

/** CPU milliseconds of a page by contender and step; undefined: it threw. */
type Cost = [name: string, ms: number | undefined][];

/** Of the threads that pages are extracted in by a service. */
const YOUNG_HEAP_MB = 72;

/** A contender in a thread of its own: each clears away its own garbage and no other's. */
export class ContenderThread {
  private constructor(
    readonly name: string,
    private readonly worker: Worker,
  ) {}

  static open(name: string): ContenderThread {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
    return new ContenderThread(name, new Worker(builtScript(), { workerData: name, resourceLimits }));
  }

  /** The thread is to be asked for one page at a time. */
  async cost(page: BenchPage): Promise<Cost> {
    const { worker } = this;
    return await new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (cost: Cost) => {
        worker.off('error', reject);
        resolve(cost);
      });
      worker.postMessage(page);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

/** Under jest the sources run, and the built file of the same sources is used. */
function builtScript(): string {
  const beside = path.join(__dirname, 'contender-thread.js');
  return existsSync(beside) ? beside : path.join(__dirname, '../dist/contender-thread.js');
}

/** The time is that of the whole process, in which all other threads wait: V8 collects and compiles beside the thread. */
async function costOf(contender: Contender, page: BenchPage): Promise<Cost> {
  const from = cpuMs();
  try {
    const steps = await contender.run(page);
    const whole: [string, number] = [contender.name, cpuMs() - from];
    return [whole, ...[...(steps ?? [])].map(([step, ms]): [string, number] => [`${contender.name}: ${step}`, ms])];
  } catch (error) {
    // Some peers overflow the stack on deep pages; that is a figure too.
    if (!(error instanceof Error)) throw error;
    return [[contender.name, undefined]];
  }
}

const own = CONTENDERS.find(({ name }) => name === workerData);
if (own !== undefined) {
  parentPort?.on('message', async (page: BenchPage) => parentPort?.postMessage(await costOf(own, page)));
}
