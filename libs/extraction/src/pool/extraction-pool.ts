import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFailure, ScrapeSpec } from '@orbweaver/core';
import { Piscina } from 'piscina';
import type { Capture, Extraction, ExtractionOptions } from '../capture';
import { isPdf } from '../decode/is-pdf';
import type { ExtractionTask } from './extraction-worker';

const MAX_AHEAD_MS = 1000;

export interface ExtractionPoolOptions {
  threads: number;
  /** Heap of one thread. Bodies and their decoded bytes lie outside it. */
  maxHeapMb: number;
}

export interface ExtractionTerms {
  /** From the call on, waiting for a thread included. */
  deadlineMs: number;
  /** In a thread, so that a page made to hold one is not paid for by those that wait for it. `deadlineMs` when absent. */
  maxRunMs?: number;
  /** The same for a PDF that is parsed. `maxRunMs` when absent. */
  maxPdfRunMs?: number;
  signal?: AbortSignal;
}

interface Run {
  signal?: AbortSignal;
  wasRunning: boolean;
  limitMs: number;
  isParsedPdf: boolean;
}

export interface ExtractionPoolStats {
  threads: number;
  /** Waiting for a thread. */
  queued: number;
  running: number;
  completed: number;
  /** Threads ended because a page took too long or its caller gave up. */
  killed: number;
  /** Pages that ran out of heap, or on which our own code threw. */
  crashed: number;
}

/**
 * Worker threads are plain JavaScript files. From dist this is the file beside this one; under jest this source runs
 * and the built file of the same sources is used: build (`tsc -b`) before these tests.
 */
function workerFile(): string {
  const beside = join(__dirname, 'extraction-worker.js');
  return existsSync(beside) ? beside : join(__dirname, '../../dist/pool/extraction-worker.js');
}

/**
 * A page's tree lives as long as the page, some 10 MB of small objects. In V8's own 48 MB it is copied again and again
 * while it grows: a quarter of all the time a thread takes, for 50 MB more of memory.
 */
const YOUNG_HEAP_MB = 72;

/** Runs `extractPage` in worker threads, so that no page holds up or brings down the process. */
export class ExtractionPool {
  private readonly pool: Piscina<ExtractionTask, Extraction>;
  /** Pages taken and not answered. */
  private open = 0;
  private killed = 0;
  private crashed = 0;

  constructor(private readonly options: ExtractionPoolOptions) {
    this.pool = new Piscina({
      filename: workerFile(),
      minThreads: options.threads,
      maxThreads: options.threads,
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    // A thread that dies between two pages is replaced; without a listener the event would end the process.
    this.pool.on('error', () => {
      this.crashed++;
    });
  }

  /**
   * Takes the bytes of `capture.body` away from the caller. Past its time (of a PDF: just before) the thread is ended
   * and the next page gets a fresh one. Never throws because of a page.
   */
  async extract(capture: Capture, spec: ScrapeSpec, options: ExtractionOptions & ExtractionTerms): Promise<Extraction> {
    const { deadlineMs, maxRunMs = deadlineMs, maxPdfRunMs = maxRunMs, signal, ...extraction } = options;
    const isParsedPdf = spec.pdf.parse && isPdf(capture);
    const runMs = isParsedPdf ? maxPdfRunMs : maxRunMs;
    const body = ownedBytes(capture.body);
    const started = new Int32Array(new SharedArrayBuffer(4));
    const task: ExtractionTask = { capture: { ...capture, body }, spec, options: extraction, started };
    const ending = new AbortController();
    const end = () => ending.abort();
    const endWithin = (ms: number) => setTimeout(end, isParsedPdf ? ms - aheadMs(ms) : ms);
    const timers = [endWithin(deadlineMs)];
    void whenStarted(started).then(() => {
      if (!ending.signal.aborted && runMs < deadlineMs) timers.push(endWithin(runMs));
    });
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    this.open++;
    try {
      return await this.pool.run(task, { signal: ending.signal, transferList: [body.buffer] });
    } catch (error) {
      const wasRunning = Atomics.load(started, 0) === 1;
      const limitMs = wasRunning ? Math.min(runMs, deadlineMs) : deadlineMs;
      return {
        kind: 'failed',
        failure: this.explain(error, ending.signal, { signal, wasRunning, limitMs, isParsedPdf }),
      };
    } finally {
      this.open--;
      end();
      Atomics.notify(started, 0);
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  private explain(error: unknown, ending: AbortSignal, { signal, wasRunning, limitMs, isParsedPdf }: Run): PageFailure {
    if (ending.aborted) {
      if (wasRunning) this.killed++;
      if (signal?.aborted) return { reason: 'cancelled', message: 'Nobody waits for the page any more.' };
      if (!wasRunning)
        return { reason: 'timed-out', message: `No thread was free to convert the page within ${limitMs} ms.` };
      return isParsedPdf
        ? { reason: 'pdf-timed-out', message: tellPdf(limitMs) }
        : { reason: 'conversion-failed', message: tellPage(limitMs) };
    }
    if (isAbort(error)) return { reason: 'cancelled', message: 'The service is stopping.' };
    this.crashed++;
    if (hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')) {
      return {
        reason: 'conversion-failed',
        message: `The page could not be converted in ${this.options.maxHeapMb} MB of memory.`,
      };
    }
    return { reason: 'conversion-failed', message: `The page could not be converted (${String(error)}).` };
  }

  stats(): ExtractionPoolStats {
    return {
      threads: this.pool.threads.length,
      queued: this.pool.queueSize,
      running: this.open - this.pool.queueSize,
      completed: this.pool.completed,
      killed: this.killed,
      crashed: this.crashed,
    };
  }

  /** Ends the threads. Pages that wait or run fail as cancelled. */
  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

/** Node has it since version 16, TypeScript's libraries since ES2024. */
interface AsyncAtomics {
  waitAsync(array: Int32Array, index: number, value: number): { value: Promise<string> | string };
}

/** Resolves when a thread takes the task up, or when `started` is notified since none will. */
async function whenStarted(started: Int32Array): Promise<void> {
  await (Atomics as unknown as AsyncAtomics).waitAsync(started, 0, 0).value;
}

function tellPage(deadlineMs: number): string {
  return `The page could not be converted within ${deadlineMs} ms.`;
}

function tellPdf(deadlineMs: number): string {
  return `Insufficient time to process PDF: it could not be read within ${deadlineMs} ms. A longer timeout or fewer pages help.`;
}

/** A PDF is given up ahead of its time, so that the caller is told why, before he stops waiting at that very moment. */
function aheadMs(deadlineMs: number): number {
  return Math.min(deadlineMs / 10, MAX_AHEAD_MS);
}

/** Small Buffers share one store with others; only bytes that have one to themselves can change threads without a copy. */
function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
