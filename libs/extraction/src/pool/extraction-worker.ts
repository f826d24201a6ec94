import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { ScrapeSpec } from '@orbweaver/core';
import type { Capture, Extraction, ExtractionOptions } from '../capture';
import { extractPage } from '../extract-page';
import { packBody } from '../packed-body';
import { collectGarbage } from './collect-garbage';

export interface ExtractionTask {
  capture: Capture;
  spec: ScrapeSpec;
  options: ExtractionOptions;
}

export interface ThreadTask extends ExtractionTask {
  /** Set to 1 and notified when a thread starts the task. */
  started: Int32Array;
}

/** Between pages. */
export const COLLECT_GARBAGE = 'collect-garbage';

/** Nice value: a third of the CPU share of other threads. With 10, a tenth, a busy browser would starve pages. */
const NICENESS = 5;
const MOST_NICENESS = 19;
// Threads that answer callers take precedence. Only Linux has priorities per thread.
if (process.platform === 'linux' && !isMainThread) {
  try {
    setPriority(Math.min(MOST_NICENESS, getPriority() + NICENESS));
  } catch {
    // A sandbox may forbid the call.
  }
}

export default async function runInWorker(task: ThreadTask | typeof COLLECT_GARBAGE): Promise<Extraction | undefined> {
  if (task !== COLLECT_GARBAGE) return await extractInWorker(task);
  collectGarbage();
  return undefined;
}

async function extractInWorker({ capture, spec, options, started }: ThreadTask): Promise<Extraction> {
  Atomics.store(started, 0, 1);
  Atomics.notify(started, 0);
  if (!options.wantsBody) return await extractPage(capture, spec, options);
  // First, because the PDF reader detaches the bytes.
  const body = packBody(capture.body);
  const extraction = await extractPage(capture, spec, options);
  return extraction.kind === 'document' ? { ...extraction, body } : extraction;
}
