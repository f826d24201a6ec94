import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { Extraction } from '../capture';
import { builtFile } from './built-file';
import { COLLECT_GARBAGE, type ExtractionTask, type ThreadTask } from './extraction-worker';

/**
 * A page's tree lives as long as the page, some 10 MB of small objects. In V8's own 48 MB it is copied again and again
 * while it grows: a quarter of all the time a thread takes, for 50 MB more of memory.
 */
const YOUNG_HEAP_MB = 72;
/** For threads beyond the usual number. */
const IDLE_MS = 30_000;
/** After this many pages a thread's heap has grown by what they left behind: some 100 MB that it does not give back. */
const PAGES_TO_COLLECT = 100;
/**
 * Threads of a service that is quiet collect their garbage after each of these. The second finds that next to nothing
 * was allocated since the first, and only then does V8 give back the young heap.
 */
const QUIET_MS = [20_000, 15_000];

export interface ExtractionThreadsOptions {
  /** Threads that always exist. */
  threads: number;
  /** Threads that are started when those are all busy. */
  maxThreads: number;
  /** Heap of one thread. Bodies and their decoded bytes lie outside it. */
  maxHeapMb: number;
  /** A thread died between two pages. */
  onLost?(): void;
  /** Only to make tests short. */
  quietMs?: readonly number[];
}

/** The work ran out of memory. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';

  constructor(readonly limitMb: number) {
    super(`more than ${limitMb} MB of memory were needed`);
  }
}

/** Worker threads that make documents, one at a time each. */
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

  /**
   * Takes the bytes of the capture's body from the caller. `onStart`: a thread took the task up. `signal` ends the
   * thread. Rejects with OutOfMemory, or as piscina does.
   */
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

  /** Ends the threads; running work rejects. */
  async close(): Promise<void> {
    clearTimeout(this.quiet);
    await this.pool.destroy();
  }

  private open(): Piscina<ThreadTask | typeof COLLECT_GARBAGE, Extraction | undefined> {
    const { threads, maxThreads, maxHeapMb, onLost } = this.options;
    // Flags of V8 are the process's; threads that start later can collect their own garbage.
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

/** Node has it since version 16, TypeScript's libraries since ES2024. */
interface AsyncAtomics {
  waitAsync(array: Int32Array, index: number, value: number): { value: Promise<string> | string };
}

/** Resolves when a thread takes the task up, or when `started` is notified because none will. */
async function whenStarted(started: Int32Array): Promise<void> {
  await (Atomics as unknown as AsyncAtomics).waitAsync(started, 0, 0).value;
}

/** Small Buffers share a store; only bytes with a store of their own can change threads without a copy. */
function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
