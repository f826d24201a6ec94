import type { PageDocument } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { HistoryMovedError, type PageFence, readJobOwners, readPageFences } from '@orbweaver/persistence';
import { cachedPageOf } from '../cache/cached-page-of';
import { type ComparedDocument, isTracked, keyOf, type TrackedDocument, trackChanges } from '../enrich/track-changes';
import type { JobChanges } from '../jobs/job-changes';
import type { JobWriter, Notifications } from '../jobs/job-writer';
import type { ResultsMetrics } from '../results-metrics';
import { retentionOf } from './retention-policy';

/** Why a result is not stored. A repetition is no refusal: its page is there. */
type WriteRefusal = 'unknown-job' | 'unknown-page' | 'job-ended' | 'stale-epoch' | 'page-skipped';

type Verdict = { kind: 'store' } | { kind: 'repeated' } | { kind: 'refused'; reason: WriteRefusal };

/** How often documents are compared anew because another scrape of the same page was faster. */
const MAX_COMPARISONS = 20;

/**
 * Stores the final word on pages, each once: the page, its document, its version in the history, the counts of its
 * job, the webhook events and perhaps the end of the job are one transaction. Safe to repeat with the same messages.
 */
export async function storeDocuments(
  writer: JobWriter,
  metrics: ResultsMetrics,
  messages: readonly PageDocument[],
): Promise<void> {
  for (const round of inRounds(messages)) await storeRound(writer, metrics, round);
}

/** Scrapes of one page that track changes come one after the other: each is compared with the one before. */
function inRounds(messages: readonly PageDocument[]): PageDocument[][] {
  const rounds: PageDocument[][] = [[]];
  const turns = new Map<string, number>();
  for (const message of messages) {
    let turn = 0;
    if (isTracked(message)) {
      const page = `${message.teamId} ${keyOf(message)}`;
      turn = turns.get(page) ?? 0;
      turns.set(page, turn + 1);
    }
    if (turn === rounds.length) rounds.push([]);
    rounds[turn]!.push(message);
  }
  return rounds;
}

async function storeRound(
  writer: JobWriter,
  metrics: ResultsMetrics,
  messages: readonly PageDocument[],
): Promise<void> {
  const tracked = await comparable(writer, messages.filter(isTracked));
  const compared = new Map<string, ComparedDocument>();
  for (let comparison = 1; ; comparison += 1) {
    try {
      const left = tracked.filter(({ pageId }) => !compared.has(pageId));
      const past = { database: writer.reader, log: writer.log };
      if (left.length > 0) for await (const one of trackChanges(past, left)) compared.set(one.message.pageId, one);
      return await storeCompared(writer, metrics, messages, compared);
    } catch (error) {
      if (!(error instanceof HistoryMovedError) || comparison === MAX_COMPARISONS) throw error;
      // Only these, as to compare the others again might take longer than their pages stay the same.
      for (const pageId of error.pageIds) compared.delete(pageId);
    }
  }
}

/**
 * The documents whose jobs exist and may be compared. What a team may see is decided by the job, and before anything of
 * the team is read: the message only says of which it is.
 */
async function comparable(writer: JobWriter, documents: readonly TrackedDocument[]): Promise<TrackedDocument[]> {
  if (documents.length === 0) return [];
  const jobIds = documents.map(({ jobId }) => jobId);
  const owners = new Map((await readJobOwners(writer.reader, jobIds)).map((owner) => [owner.jobId, owner]));
  return documents.filter(({ jobId, teamId, pageId }) => {
    const owner = owners.get(jobId);
    if (owner !== undefined && owner.teamId !== teamId) {
      throw new PoisonedInputError(`page ${pageId} names another team than its job`);
    }
    return owner !== undefined && retentionOf(owner).leavesTraces;
  });
}

async function storeCompared(
  writer: JobWriter,
  metrics: ResultsMetrics,
  messages: readonly PageDocument[],
  compared: ReadonlyMap<string, ComparedDocument>,
): Promise<void> {
  const { repeated, refused } = await writer.change(
    messages.map((message) => message.jobId),
    async (jobs, transaction) => {
      const fences = await readPageFences(
        transaction,
        messages.map((message) => message.pageId),
      );
      const fenceOf = new Map(fences.map((fence) => [fence.pageId, fence]));
      return storeInto(jobs, fenceOf, messages, compared, writer.keepsPerTeam);
    },
  );
  metrics.storeBatch.observe(messages.length);
  for (const reason of refused) metrics.writesRefused.inc({ reason });
  // A message comes again when its announcement failed, among other reasons: the gateways may not have heard.
  await writer.notify(repeated);
}

function storeInto(
  jobs: ReadonlyMap<string, JobChanges>,
  fences: Map<string, PageFence>,
  messages: readonly PageDocument[],
  compared: ReadonlyMap<string, ComparedDocument>,
  perTeam: boolean,
) {
  const pages: Notifications['pages'][number][] = [];
  const ended = new Map<string, Notifications['jobs'][number]>();
  const refused: WriteRefusal[] = [];
  for (const message of messages) {
    const job = jobs.get(message.jobId);
    const fence = fences.get(message.pageId);
    const verdict = judgeDocument(message, job, fence);
    if (verdict.kind === 'refused') refused.push(verdict.reason);
    if (verdict.kind === 'repeated') {
      const { jobId, pageId } = message;
      pages.push({ jobId, pageId, state: fence!.storedState! });
      job!.repeatDirectReply(message);
      if (job!.isFinal) ended.set(jobId, { jobId, state: job!.job.state });
    }
    if (verdict.kind !== 'store') continue;
    const tracked = compared.get(message.pageId);
    if (message.result.kind === 'failed') job!.addFailure(message, message.result.failure);
    else {
      if (tracked === undefined) job!.addDocument(message, { ...message.result, content: contentOf(message) });
      else {
        job!.addDocument(message, { ...tracked.message.result, content: tracked.message.content });
        job!.addVersion(tracked.version, tracked.message.changeTracking.tag);
      }
      // A scrape has no page with the frontier.
      const url = job!.job.kind === 'scrape' ? job!.startUrl : fence!.url;
      const { teamId } = job!.job;
      const terms = { url: url ?? '', spec: job!.scrapeSpec, teamId, nowMs: Date.now(), perTeam };
      const kept = job!.retention.leavesTraces ? cachedPageOf(message, terms) : undefined;
      if (kept !== undefined) job!.kept.push(kept);
    }
    // The same page may come twice within one batch.
    fences.set(message.pageId, { ...fence!, storedState: message.result.kind, storedJobId: message.jobId });
  }
  return { repeated: { pages, jobs: [...ended.values()] }, refused };
}

/** What becomes of a result, given the job and what is known of the page. */
function judgeDocument(
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

function contentOf(message: PageDocument): Uint8Array {
  if (message.content === undefined) throw new PoisonedInputError(`page ${message.pageId} is done without content`);
  return message.content;
}
