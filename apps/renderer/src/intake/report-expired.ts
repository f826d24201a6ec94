import type { RenderPage } from '@orbweaver/contracts';
import type { EventLog } from '@orbweaver/platform';
import type { ResultPublisher } from './publish-result';

/** The lease of the page is over as a rule, and the frontier ignores its outcome. Where it is not, this is the pause. */
const AGAIN_AFTER_MS = 1_000;

/** Reports a page whose time was over before it could be rendered: to the caller of a scrape, or to the frontier. */
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
  const failure = { reason: 'timed-out' as const, message: 'No renderer could begin with the page in its time.' };
  await results.publish(message, { kind: 'failed', engine: 'none', failure });
}
