import type { PageDocument } from '@orbweaver/contracts';
import type { PageFence } from '@orbweaver/persistence';

/** Why a result is rejected. Repeated results are not rejected. */
export type WriteRefusal = 'unknown-job' | 'unknown-page' | 'job-ended' | 'stale-epoch' | 'page-skipped';

type Verdict = { kind: 'store' } | { kind: 'repeated' } | { kind: 'refused'; reason: WriteRefusal };

export function judgeDocument(
  message: Pick<PageDocument, 'pageId' | 'jobId' | 'epoch'>,
  job: { isFinal: boolean; job: { kind: string } } | undefined,
  fence: PageFence | undefined,
): Verdict {
  const { pageId, jobId } = message;
  if (job === undefined) return { kind: 'refused', reason: 'unknown-job' };
  if (fence !== undefined && fence.storedState !== null) {
    return fence.storedJobId === jobId ? { kind: 'repeated' } : { kind: 'refused', reason: 'unknown-page' };
  }
  if (job.isFinal) return { kind: 'refused', reason: 'job-ended' };
  const isOfJob = job.job.kind === 'scrape' ? pageId === jobId : fence?.jobId === jobId;
  // A hostile page may control its renderer, which must not deliver other pages.
  if (!isOfJob) return { kind: 'refused', reason: 'unknown-page' };
  if (fence?.skipped) return { kind: 'refused', reason: 'page-skipped' };
  if (fence !== undefined && fence.epoch !== null && message.epoch < fence.epoch) {
    return { kind: 'refused', reason: 'stale-epoch' };
  }
  return { kind: 'store' };
}
