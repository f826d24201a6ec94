import type { RenderPage } from '@orbweaver/contracts';
import type { EventLog } from '@orbweaver/platform';
import type { ResultPublisher } from './publish-result';

/** Delay before the next attempt. Usually the lease has expired, and the frontier ignores the outcome. */
const AGAIN_AFTER_MS = 1_000;

export async function reportExpired(
  message: RenderPage,
  { results, log }: { results: ResultPublisher; log: EventLog },
): Promise<void> {
  const { pageId, jobId, epoch } = message;
  log.warn('page-expired', { pageId, jobId, epoch, ttlMs: message.ttlMs });
  if (message.kind !== 'scrape') {
    await results.publish(message, { kind: 'returned', engine: 'none', retryAfterMs: AGAIN_AFTER_MS });
    return;
  }
  const failure = {
    reason: 'timed-out' as const,
    message:
      'No renderer was free before the time limit of the page passed. Try again later or set a higher `timeout`.',
  };
  await results.publish(message, { kind: 'failed', engine: 'none', failure });
}
