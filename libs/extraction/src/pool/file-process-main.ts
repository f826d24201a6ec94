import { ExtractionThreads, OutOfMemory } from './extraction-threads';
import type { ExtractionTask } from './extraction-worker';
import type { FileProcessReply } from './file-process';

/** The main thread of a file process, which monitors the reading thread. */

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
    // Ends itself, because the service may be too busy to react.
    process.send?.({ kind: 'out-of-memory', limitMb: maxMemoryMb } satisfies FileProcessReply, () =>
      process.kill(process.pid, 'SIGKILL'),
    );
  }, CHECK_EVERY_MS);
  reply(await read(task).finally(() => clearInterval(watch)));
}

process.on('message', (task: ExtractionTask) => void work(task));
// Ends with the service, which handles signals to the process group.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
