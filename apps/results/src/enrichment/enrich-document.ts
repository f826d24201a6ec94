import { Inject, Injectable } from '@nestjs/common';
import type { PageDocument } from '@orbweaver/contracts';
import { type Clock, JobSpec } from '@orbweaver/core';
import { type LanguageModel, ModelSession } from '@orbweaver/language-model';
import type { ContentCipher, ContentStore } from '@orbweaver/object-store';
import { type Database, type PageJob, readPageFences, readPageJob } from '@orbweaver/persistence';
import {
  CIPHER,
  CLOCK,
  CONFIG,
  CONTENTS,
  DATABASE,
  type EventLog,
  InputThreads,
  LANGUAGE_MODEL,
  LOG,
  STOPPING,
  type Stopping,
  sessionLimits,
} from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { judgeDocument } from '../store/judge-document';
import { askModel } from './ask-model';
import type { EnrichedDocument } from './enriched-document';
import { ModelHealth } from './model-health';
import { type Enrichment, hasExtraction, leaveOut, packPage } from './pack-page';
import { PatientModel } from './patient-model';
import { type DoneDocument, type OpenPage, unpackPage } from './unpack-page';

/** Subtracted from the deadline of a scrape, so that a failure arrives in time. */
const ANSWER_RESERVE_MS = 1_000;

@Injectable()
export class DocumentEnricher {
  private readonly health: ModelHealth;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ResultsConfig,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    @Inject(LANGUAGE_MODEL) private readonly model: LanguageModel | undefined,
    private readonly metrics: ResultsMetrics,
    private readonly threads: InputThreads,
  ) {
    this.health = new ModelHealth(() => clock().getTime());
  }

  /** @returns the document to store, including failures of the model. Rejects for internal errors and at shutdown. */
  async enrich(message: PageDocument): Promise<EnrichedDocument> {
    const job = await readPageJob(this.database, message.jobId);
    if (!isDone(message) || job === undefined || !(await this.isAwaited(message, job))) return message;
    const page = await unpackPage(message, JobSpec.parse(job.spec).scrape);
    if (this.model === undefined) {
      return packPage(page, leaveOut(page, 'No language model is configured.'));
    }
    if (page.markdown.trim() === '') return packPage(page, leaveOut(page, 'The page has no text.'));
    return this.ask(page, job, this.model);
  }

  private async ask(page: OpenPage, job: PageJob, model: LanguageModel): Promise<EnrichedDocument> {
    const { asked, signal } = this.timeFor(page.message, job, model);
    const session = new ModelSession(asked, sessionLimits(this.config), signal);
    const from = performance.now();
    const enrichment = await askModel(
      { database: this.database, contents: this.contents, cipher: this.cipher, log: this.log },
      session,
      page,
      this.threads.faultsOf,
    );
    // The next process repeats interrupted work.
    this.stopping.signal.throwIfAborted();
    this.measure(session, enrichment, performance.now() - from);
    const { promptTokens, completionTokens } = session.usage;
    const modelUse = { promptTokens, completionTokens, isBilled: hasExtraction(page, enrichment) };
    return { ...(await packPage(page, enrichment)), modelUse };
  }

  /** Scrapes have their own deadline. Pages of jobs are retried until LLM_DEADLINE. */
  private timeFor(message: PageDocument, job: PageJob, model: LanguageModel) {
    const { LLM_DEADLINE: deadlineMs } = this.config;
    const now = this.clock().getTime();
    const timeMs =
      job.deadlineAt === null ? deadlineMs : Math.max(0, job.deadlineAt.getTime() - ANSWER_RESERVE_MS - now);
    const isLate = () => this.clock().getTime() > message.renderedAt + deadlineMs;
    return {
      asked: job.deadlineAt === null ? new PatientModel(model, this.health, isLate) : model,
      signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(timeMs)]),
    };
  }

  /** Whether the page would be stored. Renderers are not trusted, so other pages must cost nothing. */
  private async isAwaited(message: PageDocument, job: PageJob): Promise<boolean> {
    if (job.zeroDataRetention || job.teamId !== message.teamId) return false;
    const [fence] = await readPageFences(this.database, [message.pageId]);
    return judgeDocument(message, { isFinal: job.state !== 'scraping', job }, fence).kind === 'store';
  }

  private measure({ usage }: ModelSession, { faults }: Enrichment, durationMs: number): void {
    this.metrics.modelTokens.inc({ kind: 'prompt' }, usage.promptTokens);
    this.metrics.modelTokens.inc({ kind: 'completion' }, usage.completionTokens);
    this.metrics.modelPages.observe({ outcome: faults.length === 0 ? 'made' : 'failed' }, durationMs / 1000);
  }
}

function isDone(message: PageDocument): message is DoneDocument {
  return message.result.kind === 'done';
}
