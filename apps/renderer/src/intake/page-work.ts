import type { RenderPage } from '@orbweaver/contracts';
import { deadlineMs, type PageFailure } from '@orbweaver/core';
import { withoutDetail } from '@orbweaver/egress';
import type { EventLog, OpenSpan, Tracing } from '@orbweaver/platform';
import { Deadline, Interrupted } from '../bounds/deadline';
import { PageDeferred, PageReturned, type PageStarts } from '../bounds/page-starts';
import type { PageResult } from '../page/page-result';
import type { PageRenderer } from '../page/render-page';
import type { RendererMetrics } from '../renderer-metrics';
import type { ResultPublisher } from './publish-result';
import { reportFailure } from './report-unreached';

export interface PageWorkOptions {
  renderer: PageRenderer;
  results: ResultPublisher;
  starts: PageStarts;
  metrics: RendererMetrics;
  tracing: Tracing;
  log: EventLog;
  stop: AbortSignal;
}

const SHUTDOWN: PageFailure = {
  reason: 'cancelled',
  message: 'The service shut down before the page was finished. Send the request again.',
};

const FAULT: PageFailure = {
  reason: 'bad-response',
  message: 'The page was not rendered because of an internal error. Send the request again.',
};

/**
 * The end of work on the page. The time of a scrape began with its request. The page of a job gets its full time limit
 * now; the deadline of its message is that of the lease, which includes waiting in the queue.
 */
function endOf(message: RenderPage): number {
  if (message.kind === 'scrape') return message.deadlineAt;
  return Math.min(message.deadlineAt, Date.now() + deadlineMs(message.spec));
}

export function workOnPage(message: RenderPage, options: PageWorkOptions): Promise<void> {
  const { url, kind, depth, attempt } = message;
  const attributes = {
    'url.full': url,
    'orbweaver.job.kind': kind,
    'orbweaver.page.depth': depth,
    'orbweaver.page.attempt': attempt,
  };
  return options.tracing.span('page', { attributes }, (span) => workInSpan(message, options, span));
}

async function workInSpan(message: RenderPage, options: PageWorkOptions, span: OpenSpan): Promise<void> {
  const { renderer, results, starts, metrics, log, stop } = options;
  const startedAt = performance.now();
  const unstarted = new AbortController();
  const forget = starts.onStop(message, () => unstarted.abort());
  const deadline = new Deadline(endOf(message), [stop, unstarted.signal]);
  let result: PageResult;
  try {
    result = await renderer.render(message, deadline);
  } catch (error) {
    const interrupted = deadline.signal.reason instanceof Interrupted;
    if (interrupted) metrics.countDropped('shutdown');
    // The frontier leases the page of a job again. The caller of a scrape gets an answer now.
    if (message.kind !== 'scrape') {
      if (error instanceof PageReturned)
        result = { kind: 'returned', engine: 'none', retryAfterMs: error.retryAfterMs };
      else if (error instanceof PageDeferred)
        result = { kind: 'deferred', engine: 'none', finalUrl: message.url, retryAfterMs: error.retryAfterMs };
      else if (interrupted) result = { kind: 'returned', engine: 'none', retryAfterMs: 0 };
      else throw error;
    } else {
      if (!interrupted) log.error('page-fault', { pageId: message.pageId, jobId: message.jobId }, error);
      result = { kind: 'failed', engine: 'none', failure: interrupted ? SHUTDOWN : FAULT };
    }
  } finally {
    deadline.release();
    forget();
  }
  if (result.kind === 'deferred') starts.noteBackoff(message, result.retryAfterMs);
  if (result.kind === 'failed') {
    reportFailure(message, result.failure, options);
    result = { ...result, failure: withoutDetail(result.failure) };
  }
  const renderedAt = performance.now();
  span.set({ 'orbweaver.page.outcome': result.kind, 'orbweaver.page.engine': result.engine });
  if (result.kind === 'failed') span.fail(result.failure.reason);
  const published = await results.publish(message, result);
  const finishedAt = performance.now();
  metrics.observe('publish', result.engine, finishedAt - renderedAt);
  metrics.observe('total', result.engine, finishedAt - startedAt);
  metrics.countPage(published.kind === 'failed' ? published.failure.reason : published.kind, published.engine);
}
