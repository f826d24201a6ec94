import { ExtractionThreads, OutOfMemory } from './extraction-threads';
import type { ExtractionTask } from './extraction-worker';
import type { FileProcessReply } from './file-process';

/** What a process for files runs: one thread that reads them, and this one, which is never busy and keeps watch. */

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
    // By itself and at once: the service may be too busy to hear of it, and the reader goes on meanwhile.
    process.send?.({ kind: 'out-of-memory', limitMb: maxMemoryMb } satisfies FileProcessReply, () =>
      process.kill(process.pid, 'SIGKILL'),
    );
  }, CHECK_EVERY_MS);
  reply(await read(task).finally(() => clearInterval(watch)));
}

process.on('message', (task: ExtractionTask) => void work(task));
// With the service, however it ended. What a terminal or a supervisor says to all processes is for the service to heed.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
