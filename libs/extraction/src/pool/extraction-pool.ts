import type { PageFailure, ScrapeSpec } from '@orbweaver/core';
import type { Capture, Extraction, ExtractionOptions } from '../capture';
import { classifyContent } from '../decode/content-kind';
import { ExtractionThreads, OutOfMemory } from './extraction-threads';
import type { ExtractionTask } from './extraction-worker';
import { FairSlots } from './fair-slots';
import { FileProcesses } from './file-processes';

const MAX_AHEAD_MS = 1000;
const SPARE = 1;
const SPARE_AFTER_MS = 250;

export interface ExtractionPoolOptions {
  threads: number;
  /** Heap of one thread, without bodies. */
  maxHeapMb: number;
  fileProcesses?: number;
  maxFileMemoryMb?: number;
  /** Idle time before a file process ends. */
  fileIdleMs?: number;
}

export interface ExtractionTerms {
  /** Threads are shared fairly among teams. */
  teamId?: string;
  /** A caller is waiting: takes precedence over the team's job pages. */
  isUrgent?: boolean;
  /** From the call, including the wait for a thread. */
  deadlineMs: number;
  /** Time in a thread. Default: `deadlineMs`. */
  maxRunMs?: number;
  /** As `maxRunMs`, for PDFs. Default: `maxRunMs`. */
  maxPdfRunMs?: number;
  signal?: AbortSignal;
}

export interface ExtractionPoolStats {
  threads: number;
  processes: number;
  /** Waiting for a thread or process. */
  queued: number;
  running: number;
  completed: number;
  /** Threads and processes ended by a deadline or a cancellation. */
  killed: number;
  /** Pages that ran out of memory or threw. */
  crashed: number;
}

type Place = 'page' | 'pdf' | 'office';

interface Line {
  slots: FairSlots;
  run(task: ExtractionTask, onStart: () => void, signal: AbortSignal): Promise<Extraction>;
}

interface Run {
  place: Place;
  signal?: AbortSignal;
  wasRunning: boolean;
  limitMs: number;
}

/** Runs `extractPage` in isolation: pages in threads; files in processes, because their readers allocate outside of V8's heap. */
export class ExtractionPool {
  private readonly threads: ExtractionThreads;
  private readonly processes: FileProcesses;
  private readonly pages: Line;
  private readonly files: Line;
  private readonly endings = new Set<AbortController>();
  private isClosed = false;
  private completed = 0;
  private killed = 0;
  private crashed = 0;

  constructor({
    threads,
    maxHeapMb,
    fileProcesses = 2,
    maxFileMemoryMb = 2 * maxHeapMb,
    fileIdleMs: idleMs,
  }: ExtractionPoolOptions) {
    this.threads = new ExtractionThreads({
      threads,
      maxThreads: threads + SPARE,
      maxHeapMb,
      onLost: () => {
        this.crashed++;
      },
    });
    this.processes = new FileProcesses({ maxHeapMb, maxMemoryMb: maxFileMemoryMb, idleMs });
    const slots = (capacity: number) => new FairSlots({ capacity, spare: SPARE, spareAfterMs: SPARE_AFTER_MS });
    this.pages = { slots: slots(threads), run: (...given) => this.threads.run(...given) };
    this.files = { slots: slots(fileProcesses), run: (...given) => this.processes.run(...given) };
  }

  /** Transfers `capture.body`. At the deadline (PDFs: just before) the thread or process is ended. Never rejects because of a page. */
  async extract(capture: Capture, spec: ScrapeSpec, options: ExtractionOptions & ExtractionTerms): Promise<Extraction> {
    const {
      teamId = '',
      isUrgent = false,
      deadlineMs,
      maxRunMs = deadlineMs,
      maxPdfRunMs = maxRunMs,
      signal,
      ...extraction
    } = options;
    const place = placeOf(capture, spec);
    const line = place === 'page' ? this.pages : this.files;
    const runMs = place === 'pdf' ? maxPdfRunMs : maxRunMs;
    const ending = new AbortController();
    const end = () => ending.abort();
    const endWithin = (ms: number) => setTimeout(end, place === 'pdf' ? ms - aheadMs(ms) : ms);
    const timers = [endWithin(deadlineMs)];
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted || this.isClosed) end();
    this.endings.add(ending);
    let release: (() => void) | undefined;
    let wasRunning = false;
    const begin = () => {
      wasRunning = true;
      if (!ending.signal.aborted && runMs < deadlineMs) timers.push(endWithin(runMs));
    };
    try {
      release = await line.slots.take(teamId, ending.signal, { isUrgent });
      const extracted = await line.run({ capture, spec, options: extraction }, begin, ending.signal);
      this.completed++;
      return extracted;
    } catch (error) {
      // Starting the process counts as running a PDF.
      wasRunning ||= place === 'pdf' && release !== undefined;
      const limitMs = wasRunning ? Math.min(runMs, deadlineMs) : deadlineMs;
      return { kind: 'failed', failure: this.explain(error, ending.signal, { place, signal, wasRunning, limitMs }) };
    } finally {
      release?.();
      this.endings.delete(ending);
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  private explain(error: unknown, ending: AbortSignal, { place, signal, wasRunning, limitMs }: Run): PageFailure {
    if (this.isClosed) return { reason: 'cancelled', message: 'The service is stopping.' };
    if (ending.aborted) {
      if (wasRunning) this.killed++;
      if (signal?.aborted) return { reason: 'cancelled', message: 'The caller cancelled the request.' };
      if (!wasRunning)
        return { reason: 'timed-out', message: `No thread was free to convert the page within ${limitMs} ms.` };
      return place === 'pdf'
        ? { reason: 'pdf-timed-out', message: pdfDeadlineMessage(limitMs) }
        : { reason: 'conversion-failed', message: pageDeadlineMessage(limitMs) };
    }
    this.crashed++;
    if (error instanceof OutOfMemory) {
      return place === 'page'
        ? {
            reason: 'conversion-failed',
            message: `The page could not be converted in ${error.limitMb} MB of memory.`,
          }
        : { reason: 'too-large', message: `The file could not be read in ${error.limitMb} MB of memory.` };
    }
    return { reason: 'conversion-failed', message: `The page could not be converted (${String(error)}).` };
  }

  stats(): ExtractionPoolStats {
    return {
      threads: this.threads.count,
      processes: this.processes.count,
      queued: this.pages.slots.queued + this.files.slots.queued,
      running: this.pages.slots.running + this.files.slots.running,
      completed: this.completed,
      killed: this.killed,
      crashed: this.crashed,
    };
  }

  /** Ends the threads and processes. Pages in progress fail as cancelled. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const ending of this.endings) ending.abort();
    this.processes.close();
    await this.threads.close();
  }
}

/** An unparsed PDF needs no reader. */
function placeOf({ body, headers, engine }: Capture, spec: ScrapeSpec): Place {
  const { kind } = classifyContent(body, headers['content-type'], engine);
  if (kind === 'pdf') return spec.pdf.parse ? 'pdf' : 'page';
  return kind === 'zip' || kind === 'rtf' ? 'office' : 'page';
}

function pageDeadlineMessage(deadlineMs: number): string {
  return `The page could not be converted within ${deadlineMs} ms.`;
}

function pdfDeadlineMessage(deadlineMs: number): string {
  return `Insufficient time to process PDF: it could not be read within ${deadlineMs} ms. A longer timeout or fewer pages help.`;
}

/** PDFs end early, so that the caller gets the reason before its own timeout. */
function aheadMs(deadlineMs: number): number {
  return Math.min(deadlineMs / 10, MAX_AHEAD_MS);
}
