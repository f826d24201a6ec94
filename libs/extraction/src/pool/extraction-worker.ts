import type { ScrapeSpec } from '@orbweaver/core';
import type { Capture, Extraction, ExtractionOptions } from '../capture';
import { extractPage } from '../extract-page';

export interface ExtractionTask {
  capture: Capture;
  spec: ScrapeSpec;
  options: ExtractionOptions;
  /** Set to 1, and notified, when a thread takes the task up: tells waiting too long from taking too long. */
  started: Int32Array;
}

/** What a worker thread runs; piscina calls the default export with each task. */
export default function extractInWorker(task: ExtractionTask): Promise<Extraction> {
  Atomics.store(task.started, 0, 1);
  Atomics.notify(task.started, 0);
  return extractPage(task.capture, task.spec, task.options);
}
