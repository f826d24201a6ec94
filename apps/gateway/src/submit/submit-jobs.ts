import { Inject, Injectable } from '@nestjs/common';
import {
  type BatchSpec,
  type BatchUrl,
  type CrawlSpec,
  type JobSpec,
  type ScrapeSpec,
  type WebhookSpec,
} from '@orbweaver/core';
import type { LanguageModel } from '@orbweaver/language-model';
import { appendUrls, type Caller, type Database, type NewJob, newJobId } from '@orbweaver/persistence';
import { CONFIG, DATABASE, LANGUAGE_MODEL } from '@orbweaver/platform';
import { ApiError, jobNotFound } from '../errors/api-error';
import { insufficientCredits } from '../errors/insufficient-credits';
import type { GatewayConfig } from '../gateway.config';
import { JobCommands } from '../jobs/job-commands';
import { warnOfLoweredLimit } from '../jobs/job-status';
import { warnOfCrawl } from '../jobs/warn-of-crawl';
import { type SortedUrls, TargetUrls } from '../url/target-urls';
import type { BatchFields, JobFields } from '../wire/api-version';
import { warningOf } from '../wire/warning-of';
import { toWebhookSpec, warnOfOtherEvents } from '../wire/webhook';
import { acceptOrRefuse, lifetimeOf } from './accept-or-refuse';
import { CheckPatterns } from './check-patterns';
import { checkModelWork, checkSpecSize } from './check-spec';
import { idempotencyKeyUsed } from './idempotency-key';

/** Allows one job per key: an idempotency key, or the due run of a schedule. */
export type JobKey = string | { scheduleRunId: string };

const keysOf = (key: JobKey | undefined) =>
  typeof key === 'string' ? { idempotencyKey: key } : { scheduleRunId: key?.scheduleRunId };

export interface AcceptedBatch {
  id: string;
  /** Present with `ignoreInvalidURLs`. */
  invalidURLs?: string[];
  /** Reasons for invalid URLs, and webhook events that a batch never sends. */
  warning?: string;
}

export interface AcceptedCrawl {
  id: string;
  /** A lowered limit, and options without the expected effect. */
  warning?: string;
}

/** Accepts batches and crawls. A committed job is processed even if its command is lost. */
@Injectable()
export class SubmitJobs {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly commands: JobCommands,
    private readonly targets: TargetUrls,
    private readonly patterns: CheckPatterns,
    @Inject(LANGUAGE_MODEL) private readonly model: LanguageModel | undefined,
  ) {}

  /** Rejects targets that the egress guard would reject later. @throws ApiError 400 */
  private readWebhook(fields: JobFields): WebhookSpec | undefined {
    const webhook = toWebhookSpec(fields.webhook);
    if (webhook === undefined) return undefined;
    this.targets.require(typeof fields.webhook === 'string' ? ['webhook'] : ['webhook', 'url'], webhook.url);
    return webhook;
  }

  /** The start URL with a scheme. @throws ApiError 400, 403 */
  readStartUrl({ hosts }: Pick<Caller, 'hosts'>, written: string): string {
    return this.targets.require(['url'], written, hosts).absolute;
  }

  /** @throws ApiError 400 if the crawl cannot be started */
  async checkCrawl(caller: Caller, fields: JobFields, spec: CrawlSpec): Promise<void> {
    this.checkJob(caller, fields, spec);
    await this.patterns.check(caller, spec);
  }

  /** @throws ApiError 400 if the batch cannot be started, 403 for denied hosts */
  async checkBatch(caller: Caller, fields: BatchFields, spec: BatchSpec): Promise<void> {
    this.checkJob(caller, fields, spec);
    await this.sortUrls(caller, fields);
  }

  private checkJob(caller: Caller, fields: JobFields, { scrape }: CrawlSpec | BatchSpec): void {
    checkSpecSize(scrape);
    this.checkModel(caller, fields, scrape);
    lifetimeOf(fields.expiresInHours, caller, this.config);
    this.readWebhook(fields);
  }

  private checkModel(caller: Caller, fields: JobFields, scrape: ScrapeSpec): void {
    const zeroDataRetention = fields.zeroDataRetention || caller.zeroDataRetention;
    checkModelWork(scrape, { hasModel: this.model !== undefined, zeroDataRetention });
  }

  /** @throws ApiError 400 for an invalid pattern, 402 without credits, 409 for a used idempotency key */
  async startCrawl(caller: Caller, fields: JobFields, spec: CrawlSpec, key?: JobKey): Promise<AcceptedCrawl> {
    await this.checkCrawl(caller, fields, spec);
    const started = await this.start(caller, fields, { spec: { kind: 'crawl', ...spec } }, key);
    return {
      id: started.id,
      ...warningOf(warnOfLoweredLimit(started.spec), ...warnOfCrawl(spec), warnOfOtherEvents('crawl', fields.webhook)),
    };
  }

  /** @throws ApiError 400, 402 without credits, 403 for denied hosts, 404 or 409 if the batch cannot be appended to, 409 for a used key */
  async startBatch(caller: Caller, fields: BatchFields, spec: BatchSpec, key?: JobKey): Promise<AcceptedBatch> {
    checkSpecSize(spec.scrape);
    const { urls, invalid, refused } = await this.sortUrls(caller, fields);
    const { appendToId } = fields;
    if (appendToId === undefined) this.checkModel(caller, fields, spec.scrape);
    const id =
      appendToId === undefined
        ? (await this.start(caller, fields, { spec: { kind: 'batch', ...spec }, urls }, key)).id
        : await this.append(caller, { ...fields, appendToId }, urls, key);
    const events = warnOfOtherEvents('batch', fields.webhook);
    if (!fields.ignoreInvalidURLs) return { id, ...warningOf(events) };
    return { id, invalidURLs: invalid, ...warningOf(refused.count === 0 ? undefined : refused.toWarning(), events) };
  }

  private async start(
    caller: Caller,
    fields: JobFields,
    job: Pick<NewJob, 'spec' | 'urls'>,
    key: JobKey | undefined,
  ): Promise<{ id: string; spec: JobSpec }> {
    const id = newJobId();
    const zeroDataRetention = fields.zeroDataRetention || caller.zeroDataRetention;
    const accepted = await acceptOrRefuse(this.database, this.config, caller, {
      id,
      isLimited: caller.creditsLimited,
      origin: fields.origin,
      integration: fields.integration,
      webhook: this.readWebhook(fields),
      expiresInHours: fields.expiresInHours,
      ...keysOf(key),
      zeroDataRetention,
      ...job,
    });
    await this.commands.send({ type: 'StartJob', jobId: id });
    return { id, spec: accepted };
  }

  private async append(
    caller: Caller,
    fields: JobFields & { appendToId: string },
    urls: BatchUrl[],
    key: JobKey | undefined,
  ) {
    const { idempotencyKey } = keysOf(key);
    const { teamId, creditsLimited: isLimited } = caller;
    const jobId = fields.appendToId;
    const zeroDataRetention = fields.zeroDataRetention || caller.zeroDataRetention;
    const appendix = { jobId, teamId, isLimited, urls, idempotencyKey, zeroDataRetention };
    const answer = await appendUrls(this.database, appendix);
    if (answer.kind === 'insufficient-credits') throw insufficientCredits(answer);
    if (answer.kind === 'unknown') throw jobNotFound();
    if (answer.kind === 'idempotency-key-used') throw idempotencyKeyUsed();
    if (answer.kind === 'retains') {
      throw new ApiError(409, 'The batch stores its documents. Start a new batch for URLs with zero data retention');
    }
    if (answer.kind === 'ended') {
      throw new ApiError(409, 'The batch has ended. Start a new batch');
    }
    await this.commands.send({ type: 'AppendToJob', jobId });
    return jobId;
  }

  private async sortUrls({ hosts }: Caller, { urls, ignoreInvalidURLs }: BatchFields): Promise<SortedUrls> {
    const sorted = await this.targets.sort(urls, hosts);
    if (!ignoreInvalidURLs && sorted.refused.count > 0) throw sorted.refused.toError();
    if (sorted.urls.length === 0) throw sorted.refused.toErrorOfAll();
    return sorted;
  }
}
