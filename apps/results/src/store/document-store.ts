import { Inject, Injectable } from '@nestjs/common';
import { type Clock, PoisonedInputError } from '@orbweaver/core';
import type { ContentCipher, ContentStore, PlacedContent } from '@orbweaver/object-store';
import {
  type Database,
  HistoryMovedError,
  type PageFence,
  readJobOwners,
  readPageFences,
} from '@orbweaver/persistence';
import { CIPHER, CLOCK, CONFIG, CONTENTS, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { cachedPageOf } from '../cache/cached-page-of';
import { fingerprintDocuments } from '../change-tracking/fingerprint-documents';
import { isTracked, keyOf, type TrackedDocument } from '../change-tracking/previous-scrapes';
import { type ComparedDocument, trackChanges } from '../change-tracking/track-changes';
import type { EnrichedDocument } from '../enrichment/enriched-document';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { retentionOf } from '../retention/retention-policy';
import { GatewayNotifier, type Notifications } from './gateway-notifier';
import type { JobChanges } from './job-changes';
import { JobTransactions } from './job-transactions';
import { judgeDocument, type WriteRefusal } from './judge-document';
import { PlacedContents } from './placed-contents';

/** Results of the work before the transaction that stores the messages. */
interface Prepared {
  compared: ReadonlyMap<string, ComparedDocument>;
  placed: ReadonlyMap<EnrichedDocument, PlacedContent>;
  /** By page. */
  fingerprints: ReadonlyMap<string, string>;
}

/** Maximum number of comparisons of a document while other scrapes of its page are stored. */
const MAX_COMPARISONS = 20;

/**
 * Stores final results of pages, each once. The page, its document and version, the counts and the end of its job and the
 * webhook events are one transaction. Idempotent.
 */
@Injectable()
export class DocumentStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<ResultsConfig, 'PAGE_CACHE_PER_TEAM'>,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
    private readonly placing: PlacedContents,
    private readonly transactions: JobTransactions,
    private readonly notifier: GatewayNotifier,
    private readonly metrics: ResultsMetrics,
  ) {}

  async store(messages: readonly EnrichedDocument[]): Promise<void> {
    for (const round of inRounds(messages)) await this.storeRound(round);
  }

  private async storeRound(messages: readonly EnrichedDocument[]): Promise<void> {
    const tracked = await this.comparable(messages.filter(isTracked));
    const compared = new Map<string, ComparedDocument>();
    for (let comparison = 1; ; comparison += 1) {
      try {
        const left = tracked.filter(({ pageId }) => !compared.has(pageId));
        const { database, contents, cipher, log } = this;
        if (left.length > 0)
          for await (const one of trackChanges({ database, contents, cipher, log }, left))
            compared.set(one.message.pageId, one);
        return await this.storeCompared(messages, compared);
      } catch (error) {
        if (!(error instanceof HistoryMovedError) || comparison === MAX_COMPARISONS) throw error;
        // Only the pages that changed: comparing all again may take longer than they remain unchanged.
        for (const pageId of error.pageIds) compared.delete(pageId);
      }
    }
  }

  /** The documents that may be compared with stored ones of their team, which only the job determines. */
  private async comparable(documents: readonly TrackedDocument[]): Promise<TrackedDocument[]> {
    if (documents.length === 0) return [];
    const jobIds = documents.map(({ jobId }) => jobId);
    const owners = new Map((await readJobOwners(this.database, jobIds)).map((owner) => [owner.jobId, owner]));
    return documents.filter(({ jobId, teamId, pageId }) => {
      const owner = owners.get(jobId);
      if (owner !== undefined && owner.teamId !== teamId) {
        throw new PoisonedInputError(`page ${pageId} names another team than its job`);
      }
      return owner !== undefined && retentionOf(owner).leavesTraces;
    });
  }

  private async storeCompared(
    messages: readonly EnrichedDocument[],
    compared: ReadonlyMap<string, ComparedDocument>,
  ): Promise<void> {
    // Before the transaction: an orphaned object is acceptable, a row without its object is not.
    const placed = await this.placing.place(
      messages.flatMap((message) => {
        const content = compared.get(message.pageId)?.message.content ?? message.content;
        return content === undefined ? [] : [{ message, content }];
      }),
    );
    const fingerprints = await fingerprintDocuments(messages);
    const pageIds = messages.map((message) => message.pageId);
    const { repeated, refused } = await this.transactions.runReading(
      messages.map((message) => message.jobId),
      (transaction) => readPageFences(transaction, pageIds),
      (jobs, fences) =>
        this.addTo(jobs, new Map(fences.map((fence) => [fence.pageId, fence])), messages, {
          compared,
          placed,
          fingerprints,
        }),
    );
    this.metrics.storeBatch.observe(messages.length);
    for (const reason of refused) this.metrics.writesRefused.inc({ reason });
    // A message may be repeated because its notification failed.
    await this.notifier.notify(repeated);
  }

  private addTo(
    jobs: ReadonlyMap<string, JobChanges>,
    fences: Map<string, PageFence>,
    messages: readonly EnrichedDocument[],
    { compared, placed, fingerprints }: Prepared,
  ): { repeated: Notifications; refused: WriteRefusal[] } {
    const pages: Notifications['pages'][number][] = [];
    const ended = new Map<string, Notifications['jobs'][number]>();
    const refused: WriteRefusal[] = [];
    for (const message of messages) {
      const { jobId, pageId } = message;
      const job = jobs.get(jobId);
      const fence = fences.get(pageId);
      const verdict = judgeDocument(message, job, fence);
      if (verdict.kind === 'refused') refused.push(verdict.reason);
      if (verdict.kind === 'repeated') {
        pages.push({ jobId, pageId, state: fence!.storedState! });
        job!.repeatDirectReply(message);
        if (job!.isFinal && job!.job.kind !== 'scrape') ended.set(jobId, { jobId, state: job!.job.state });
      }
      if (verdict.kind !== 'store') continue;
      this.addPage(job!, message, fence, {
        compared: compared.get(pageId),
        placed: placed.get(message),
        fingerprint: fingerprints.get(pageId),
      });
      // A batch may contain the same page twice.
      fences.set(pageId, { ...fence!, storedState: message.result.kind, storedJobId: jobId });
    }
    return { repeated: { pages, jobs: [...ended.values()] }, refused };
  }

  private addPage(
    job: JobChanges,
    message: EnrichedDocument,
    fence: PageFence | undefined,
    {
      compared,
      placed,
      fingerprint,
    }: {
      compared?: ComparedDocument | undefined;
      placed?: PlacedContent | undefined;
      fingerprint?: string | undefined;
    },
  ): void {
    if (message.result.kind === 'failed') {
      job.addFailure(message, message.result.failure);
      return;
    }
    const { result, content } = compared?.message ?? { ...message, result: message.result };
    if (content === undefined || placed === undefined) {
      throw new PoisonedInputError(`page ${message.pageId} is done without content`);
    }
    job.addDocument(message, { ...result, content, placed, fingerprint });
    if (compared !== undefined) {
      job.addVersion(compared.version, compared.message.changeTracking.tag);
    }
    if (!job.retention.leavesTraces) return;
    const cached = cachedPageOf(message, {
      // A scrape has no page in the frontier.
      url: (job.job.kind === 'scrape' ? job.startUrl : fence!.url) ?? '',
      spec: job.scrapeSpec,
      teamId: job.job.teamId,
      nowMs: this.clock().getTime(),
      perTeam: this.config.PAGE_CACHE_PER_TEAM,
    });
    if (cached !== undefined) job.cachedPages.push(cached);
  }
}

/** Scrapes of one page with change tracking are in different rounds: each is compared with the one before. */
function inRounds(messages: readonly EnrichedDocument[]): EnrichedDocument[][] {
  const rounds: EnrichedDocument[][] = [[]];
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
