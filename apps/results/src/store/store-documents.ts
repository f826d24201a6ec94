import type { PageDocument } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { type PageFence, readPageFences } from '@orbweaver/persistence';
import { keptPageOf } from '../cache/kept-page-of';
import type { JobChanges } from '../jobs/job-changes';
import type { JobWriter, News } from '../jobs/job-writer';
import type { ResultsMetrics } from '../results-metrics';

/** Why a result is not stored. A repetition is no refusal: its page is there. */
export type Refusal = 'unknown-job' | 'job-ended' | 'stale-epoch' | 'page-skipped';

export type Verdict = { kind: 'store' } | { kind: 'repeated' } | { kind: 'refused'; reason: Refusal };

/**
 * Stores the final word on pages, each once: the page, its document, the counts of its job, the webhook events and
 * perhaps the end of the job are one transaction. Safe to repeat with the same messages.
 */
export async function storeDocuments(
  writer: JobWriter,
  metrics: ResultsMetrics,
  messages: readonly PageDocument[],
): Promise<void> {
  const { repeated, refused } = await writer.change(
    messages.map((message) => message.jobId),
    async (jobs, transaction) => {
      const fences = await readPageFences(
        transaction,
        messages.map((message) => message.pageId),
      );
      return storeInto(jobs, new Map(fences.map((fence) => [fence.pageId, fence])), messages);
    },
  );
  metrics.storeBatch.observe(messages.length);
  for (const reason of refused) metrics.writesRefused.inc({ reason });
  // A message comes again when its announcement failed, among other reasons: the gateways may not have heard.
  await writer.announce(repeated);
}

function storeInto(
  jobs: ReadonlyMap<string, JobChanges>,
  fences: Map<string, PageFence>,
  messages: readonly PageDocument[],
) {
  const pages: News['pages'][number][] = [];
  const ended = new Map<string, News['jobs'][number]>();
  const refused: Refusal[] = [];
  for (const message of messages) {
    const job = jobs.get(message.jobId);
    const fence = fences.get(message.pageId);
    const verdict = judge(message, job, fence);
    if (verdict.kind === 'refused') refused.push(verdict.reason);
    if (verdict.kind === 'repeated') {
      const { jobId, pageId } = message;
      pages.push({ jobId, pageId, state: fence!.storedState! });
      job!.repeatHandOver(message);
      if (job!.isFinal) ended.set(jobId, { jobId, state: job!.job.state });
    }
    if (verdict.kind !== 'store') continue;
    if (message.result.kind === 'failed') job!.addFailure(message, message.result.failure);
    else {
      job!.addDocument(message, { ...message.result, content: contentOf(message) });
      const kept = keptPageOf(message, job!.scrapeSpec, Date.now());
      if (kept !== undefined && !job!.job.zeroDataRetention) job!.kept.push(kept);
    }
    // The same page may come twice within one batch.
    fences.set(message.pageId, { ...fence!, storedState: message.result.kind });
  }
  return { repeated: { pages, jobs: [...ended.values()] }, refused };
}

/** What becomes of a result, given the job and what is known of the page. */
export function judge(
  message: Pick<PageDocument, 'epoch'>,
  job: Pick<JobChanges, 'isFinal'> | undefined,
  fence: PageFence | undefined,
): Verdict {
  if (job === undefined) return { kind: 'refused', reason: 'unknown-job' };
  if (fence !== undefined && fence.storedState !== null) return { kind: 'repeated' };
  if (job.isFinal) return { kind: 'refused', reason: 'job-ended' };
  if (fence?.skipped) return { kind: 'refused', reason: 'page-skipped' };
  if (fence !== undefined && fence.epoch !== null && message.epoch < fence.epoch) {
    return { kind: 'refused', reason: 'stale-epoch' };
  }
  return { kind: 'store' };
}

function contentOf(message: PageDocument): Uint8Array {
  if (message.content === undefined) throw new PoisonedInputError(`page ${message.pageId} is done without content`);
  return message.content;
}
