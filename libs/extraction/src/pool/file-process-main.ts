import { ExtractionThreads, OutOfMemory } from './extraction-threads';
import type { ExtractionTask } from './extraction-worker';
import type { FileProcessReply } from './file-process';

/** The main thread of a file process: it is never busy and watches the thread that reads. */

const CHECK_EVERY_MS = 25;

const [maxHeapMb, maxMemoryMb] = process.argv.slice(2).map(Number) as [number, number];
const MIB = 1024 * 1024;

const threads = new ExtractionThreads({ threads: 1, maxThreads: 1, maxHeapMb });

function reply(message: FileProcessReply): void {
  process.send?.(message);
}

async function read(task: ExtractionTask): Promise<FileProcessReply> {
  try {
    return {
      kind: 'done',
      extraction: await threads.run(task, () => reply({ kind: 'started' })),
      residentBytes: process.memoryUsage.rss(),
    };
  } catch (error) {
    if (error instanceof OutOfMemory) return { kind: 'out-of-memory', limitMb: error.limitMb };
    return { kind: 'failed', message: String(error) };
  }
}

async function work(task: ExtractionTask): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() <= maxMemoryMb * MIB) return;
    clearInterval(watch);
    // It acts by itself and at once: the service may be too busy to react, and the reader goes on meanwhile.
    process.send?.({ kind: 'out-of-memory', limitMb: maxMemoryMb } satisfies FileProcessReply, () =>
      process.kill(process.pid, 'SIGKILL'),
    );
  }, CHECK_EVERY_MS);
  reply(await read(task).finally(() => clearInterval(watch)));
}

process.on('message', (task: ExtractionTask) => void work(task));
// Ends with the service, however that ended. Signals of a terminal or supervisor to the whole group are the service's
// to heed.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
