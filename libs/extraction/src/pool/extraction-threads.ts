import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { Extraction } from '../capture';
import { COLLECT_GARBAGE, type ExtractionTask, type ThreadTask } from './extraction-worker';

/** Young generation in MB. A page's tree has about 10 MB; with V8's default of 48, copying it takes a quarter of the time. */
const YOUNG_HEAP_MB = 72;
/** Of threads beyond the usual number. */
const IDLE_MS = 30_000;
/** Pages after which a thread's heap has grown by about 100 MB of garbage. */
const PAGES_TO_COLLECT = 100;
/** Idle times after which threads collect garbage. V8 returns the young heap only at a second, idle collection. */
const QUIET_MS = [20_000, 15_000];

export interface ExtractionThreadsOptions {
  /** Threads that always exist. */
  threads: number;
  /** Limit when all of them are busy. */
  maxThreads: number;
  maxHeapMb: number;
  /** A thread ended between two pages. */
  onLost?(): void;
  /** For tests. */
  quietMs?: readonly number[];
}

/** The task exceeded its memory limit. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';

  constructor(readonly limitMb: number) {
    super(`more than ${limitMb} MB of memory were needed`);
  }
}

/** Worker threads, each with one task at a time. */
export class ExtractionThreads {
  private readonly pool: Piscina<ThreadTask | typeof COLLECT_GARBAGE, Extraction | undefined>;
  private running = 0;
  private pages = 0;
  private quiet: NodeJS.Timeout | undefined;

  constructor(private readonly options: ExtractionThreadsOptions) {
    this.pool = this.open();
  }

  get count(): number {
    return this.pool.threads.length;
  }

  get ids(): number[] {
    return this.pool.threads.map(({ threadId }) => threadId);
  }

  /** Transfers the capture's body. `onStart`: a thread has started the task. Rejects with OutOfMemory, or as piscina does. */
  async run(task: ExtractionTask, onStart: () => void, signal?: AbortSignal): Promise<Extraction> {
    const body = ownedBytes(task.capture.body);
    const started = new Int32Array(new SharedArrayBuffer(4));
    const owned: ThreadTask = { ...task, capture: { ...task.capture, body }, started };
    let isOver = false;
    void whenStarted(started).then(() => {
      if (!isOver) onStart();
    });
    clearTimeout(this.quiet);
    this.running += 1;
    this.pages += 1;
    try {
      return (await this.pool.run(owned, { signal, transferList: [body.buffer] })) as Extraction;
    } catch (error) {
      throw hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? new OutOfMemory(this.options.maxHeapMb) : error;
    } finally {
      isOver = true;
      Atomics.notify(started, 0);
      this.running -= 1;
      if (this.pages >= PAGES_TO_COLLECT) this.collectWhenQuiet(this.options.quietMs ?? QUIET_MS);
    }
  }

  /** Ends the threads; running tasks reject. */
  async close(): Promise<void> {
    clearTimeout(this.quiet);
    await this.pool.destroy();
  }

  private open(): Piscina<ThreadTask | typeof COLLECT_GARBAGE, Extraction | undefined> {
    const { threads, maxThreads, maxHeapMb, onLost } = this.options;
    // V8 flags apply to threads that start later.
    setFlagsFromString('--expose-gc');
    const pool = new Piscina({
      filename: builtFile('extraction-worker.js'),
      minThreads: threads,
      maxThreads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    // The thread is replaced; without a listener the event would end the process.
    pool.on('error', () => onLost?.());
    return pool;
  }

  private collectWhenQuiet([quietMs, ...later]: readonly number[]): void {
    if (this.running > 0) return;
    if (quietMs === undefined) {
      this.pages = 0;
      return;
    }
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      // As many at once as there are threads: each takes one.
      const collected = this.pool.threads.map(() => this.pool.run(COLLECT_GARBAGE));
      void Promise.allSettled(collected).then(() => this.collectWhenQuiet(later));
    }, quietMs);
    this.quiet.unref();
  }
}

/** In Node since version 16, in TypeScript's libraries since ES2024. */
interface AsyncAtomics {
  waitAsync(array: Int32Array, index: number, value: number): { value: Promise<string> | string };
}

/** Resolves when a thread starts the task, or when `started` is notified because none will. */
async function whenStarted(started: Int32Array): Promise<void> {
  await (Atomics as unknown as AsyncAtomics).waitAsync(started, 0, 0).value;
}

/** Copies bytes that share an ArrayBuffer, which cannot be transferred. */
function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** The JavaScript file of a thread or process. Under jest it is the built one, so `tsc -b` comes first. */
export function builtFile(name: string): string {
  const beside = join(__dirname, name);
  return existsSync(beside) ? beside : join(__dirname, '../../dist/pool', name);
}
