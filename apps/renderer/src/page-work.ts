import type { RenderPage } from '@orbweaver/contracts';
import type { PageFailure } from '@orbweaver/core';
import { Deadline, Interrupted } from './deadline';
import type { PageResult } from './page-result';
import type { ResultPublisher } from './publish-result';
import type { PageRenderer } from './render-page';
import type { RendererMetrics } from './renderer-metrics';

export interface PageWorkOptions {
  renderer: PageRenderer;
  results: ResultPublisher;
  metrics: RendererMetrics;
  /** Aborts when running pages are to be given up. */
  stop: AbortSignal;
}

const SHUTDOWN: PageFailure = {
  reason: 'cancelled',
  message: 'The service was shut down before the page was finished.',
};

/** Renders a page that was taken in, and publishes what became of it. Rejects when that could not be told to anybody. */
export async function workOnPage(message: RenderPage, options: PageWorkOptions): Promise<void> {
  const { renderer, results, metrics, stop } = options;
  const startedAt = performance.now();
  const deadline = new Deadline(message.deadlineAt, stop);
  let result: PageResult;
  try {
    result = await renderer.render(message, deadline);
  } catch (error) {
    if (!(deadline.signal.reason instanceof Interrupted)) throw error;
    metrics.countDropped('shutdown');
    // The lease of a job's page expires and the page is rendered elsewhere; the caller of a scrape need not wait for his.
    if (message.kind !== 'scrape') return;
    result = { kind: 'failed', engine: 'none', failure: SHUTDOWN };
  } finally {
    deadline.release();
  }
  const renderedAt = performance.now();
  await results.publish(message, result);
  const finishedAt = performance.now();
  metrics.observe('publish', result.engine, finishedAt - renderedAt);
  metrics.observe('total', result.engine, finishedAt - startedAt);
  metrics.countPage(result.kind === 'failed' ? result.failure.reason : result.kind, result.engine);
}
