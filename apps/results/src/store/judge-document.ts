import type { PageDocument } from '@orbweaver/contracts';
import type { PageFence } from '@orbweaver/persistence';
import type { JobChanges } from './job-changes';

/** Why a result is not stored. A repetition is no refusal: its page is there. */
export type WriteRefusal = 'unknown-job' | 'unknown-page' | 'job-ended' | 'stale-epoch' | 'page-skipped';

type Verdict = { kind: 'store' } | { kind: 'repeated' } | { kind: 'refused'; reason: WriteRefusal };

/** What becomes of a result, given the job and what is known of the page. */
export function judgeDocument(
  message: Pick<PageDocument, 'pageId' | 'jobId' | 'epoch'>,
  job: Pick<JobChanges, 'isFinal' | 'job'> | undefined,
  fence: PageFence | undefined,
): Verdict {
  const { pageId, jobId } = message;
  if (job === undefined) return { kind: 'refused', reason: 'unknown-job' };
  if (fence !== undefined && fence.storedState !== null) {
    return fence.storedJobId === jobId ? { kind: 'repeated' } : { kind: 'refused', reason: 'unknown-page' };
  }
  if (job.isFinal) return { kind: 'refused', reason: 'job-ended' };
  const isOfJob = job.job.kind === 'scrape' ? pageId === jobId : fence?.jobId === jobId;
  // Renderers run hostile pages: a taken-over one is to give no page that was not asked of any.
  if (!isOfJob) return { kind: 'refused', reason: 'unknown-page' };
  if (fence?.skipped) return { kind: 'refused', reason: 'page-skipped' };
  if (fence !== undefined && fence.epoch !== null && message.epoch < fence.epoch) {
    return { kind: 'refused', reason: 'stale-epoch' };
  }
  return { kind: 'store' };
}
