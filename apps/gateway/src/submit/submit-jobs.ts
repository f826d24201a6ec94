import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { JobCommand } from '@orbweaver/contracts';
import {
  type BatchSpec,
  type BatchUrl,
  type CrawlSpec,
  compileScope,
  InvalidPatternError,
  type JobSpec,
  type ScopeContext,
  type WebhookSpec,
} from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { acceptJob, appendUrls, type Caller, type Database, type NewJob } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG, PUBLISHER } from '@orbweaver/platform';
import type { z } from 'zod';
import { ApiError, jobNotFound, refuseField } from '../edge/api-error';
import type { GatewayConfig } from '../gateway.config';
import { warnOfLoweredLimit } from '../jobs/warn-of-lowered-limit';
import { refuseUrl } from '../url/refuse-url';
import { isProblem, TargetUrls } from '../url/target-urls';
import { toWebhookSpec, type Webhook } from '../wire/webhook';
import { cut } from '../wire/word-fault';
import { checkSpecSize } from './check-spec-size';
import { expiryOf } from './expiry';
import { idempotencyKeyUsed } from './idempotency-key';
import { insufficientCredits } from './insufficient-credits';

/** What a request for a job says beside what is to be done; the same in both versions. */
export interface JobFields {
  origin: string;
  integration?: string;
  webhook?: z.output<typeof Webhook>;
  zeroDataRetention: boolean;
}

export interface BatchFields extends JobFields {
  urls: readonly string[];
  ignoreInvalidURLs: boolean;
  appendToId?: string;
}

export interface AcceptedBatch {
  id: string;
  /** Present when invalid URLs were to be left out. */
  invalidURLs?: string[];
}

export interface AcceptedCrawl {
  id: string;
  /** In what it will do less than it was asked for. */
  warning?: string;
}

/** A body has room for hundreds of thousands; after some milliseconds others get their turn. */
const URLS_A_TURN = 2000;

/** Accepts batches and crawls: once the transaction is committed the job exists and is done, whatever is lost later. */
@Injectable()
export class SubmitJobs {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: EventLog,
    private readonly targets: TargetUrls,
  ) {}

  /** A target that the egress guard is sure to refuse is told to the caller, not to the log. @throws ApiError 400 */
  private readWebhook(fields: JobFields): WebhookSpec | undefined {
    const webhook = toWebhookSpec(fields.webhook);
    if (webhook === undefined) return undefined;
    const reading = this.targets.read(webhook.url);
    if (isProblem(reading)) throw refuseUrl(['webhook', 'url'], reading);
    return webhook;
  }

  /** The URL to start from, with a scheme. @throws ApiError 400, 403 */
  readStartUrl(written: string): string {
    const reading = this.targets.read(written);
    if (isProblem(reading)) throw refuseUrl(['url'], reading);
    return reading.absolute;
  }

  /** What a crawl has to be that is started. @throws ApiError 400 */
  checkCrawl(fields: JobFields, spec: CrawlSpec): ScopeContext {
    checkSpecSize(spec.scrape);
    const context = compileOrRefuse(spec);
    this.readWebhook(fields);
    return context;
  }

  /** @throws ApiError 400 for a pattern that cannot be run, 402 without credits, 409 for a used idempotency key */
  async startCrawl(
    caller: Caller,
    fields: JobFields,
    spec: CrawlSpec,
    idempotencyKey?: string,
  ): Promise<AcceptedCrawl> {
    this.checkCrawl(fields, spec);
    const started = await this.start(caller, fields, { spec: { kind: 'crawl', ...spec } }, idempotencyKey);
    const warning = warnOfLoweredLimit(started.spec);
    return { id: started.id, ...(warning === undefined ? {} : { warning }) };
  }

  /** @throws ApiError 400 for invalid URLs, 403 for closed hosts, 402 for more than there are credits for, 404 and 409 for a batch that cannot be appended to, 409 for a used key */
  async startBatch(
    caller: Caller,
    fields: BatchFields,
    spec: BatchSpec,
    idempotencyKey?: string,
  ): Promise<AcceptedBatch> {
    checkSpecSize(spec.scrape);
    const { urls, invalidURLs } = await this.sortUrls(fields);
    const id =
      fields.appendToId === undefined
        ? (await this.start(caller, fields, { spec: { kind: 'batch', ...spec }, urls }, idempotencyKey)).id
        : await this.append(caller, { ...fields, appendToId: fields.appendToId }, urls, idempotencyKey);
    return fields.ignoreInvalidURLs ? { id, invalidURLs } : { id };
  }

  private async start(
    caller: Caller,
    fields: JobFields,
    job: Pick<NewJob, 'spec' | 'urls'>,
    idempotencyKey: string | undefined,
  ): Promise<{ id: string; spec: JobSpec }> {
    const id = randomUUID();
    const accepted = await acceptJob(this.database, {
      id,
      teamId: caller.teamId,
      apiKeyId: caller.keyId,
      isLimited: caller.creditsLimited,
      origin: fields.origin,
      integration: fields.integration,
      webhook: this.readWebhook(fields),
      expiresAt: expiryOf(this.config),
      idempotencyKey,
      zeroDataRetention: fields.zeroDataRetention || caller.zeroDataRetention,
      ...job,
    });
    if (accepted.kind === 'insufficient-credits') throw insufficientCredits(job.urls?.length ?? 1, accepted);
    if (accepted.kind === 'idempotency-key-used') throw idempotencyKeyUsed();
    await this.command({ type: 'StartJob', jobId: id });
    return { id, spec: accepted.spec };
  }

  private async append(
    caller: Caller,
    fields: JobFields & { appendToId: string },
    urls: BatchUrl[],
    idempotencyKey: string | undefined,
  ) {
    const { teamId, creditsLimited: isLimited } = caller;
    const jobId = fields.appendToId;
    const zeroDataRetention = fields.zeroDataRetention || caller.zeroDataRetention;
    const appendix = { jobId, teamId, isLimited, urls, idempotencyKey, zeroDataRetention };
    const answer = await appendUrls(this.database, appendix);
    if (answer.kind === 'insufficient-credits') throw insufficientCredits(urls.length, answer);
    if (answer.kind === 'unknown') throw jobNotFound();
    if (answer.kind === 'idempotency-key-used') throw idempotencyKeyUsed();
    if (answer.kind === 'retains') {
      throw new ApiError(409, 'The batch keeps its documents; start a new batch for URLs with zero data retention');
    }
    if (answer.kind === 'ended') {
      throw new ApiError(409, 'The batch has ended and takes no more URLs; start a new batch instead');
    }
    await this.command({ type: 'AppendToJob', jobId });
    return jobId;
  }

  /** A command that is not sent costs time only: the frontier's sweep finds in the database what it would have said. */
  async command(command: JobCommand): Promise<void> {
    try {
      await this.publisher.publish('jobCommands', command.jobId, command);
    } catch (error) {
      this.log.warn('command-not-sent', { command: command.type, jobId: command.jobId }, error);
    }
  }

  private async sortUrls(fields: BatchFields): Promise<{ urls: BatchUrl[]; invalidURLs: string[] }> {
    const urls: BatchUrl[] = [];
    const invalidURLs: string[] = [];
    for (const [index, written] of fields.urls.entries()) {
      if (index % URLS_A_TURN === URLS_A_TURN - 1) await nextTurn();
      const reading = this.targets.read(written);
      if (!isProblem(reading)) urls.push({ url: reading.url, sourceUrl: reading.sourceUrl });
      else if (fields.ignoreInvalidURLs) invalidURLs.push(written);
      else throw refuseUrl(['urls', index], reading);
    }
    if (urls.length === 0) throw refuseField(['urls'], 'No valid URLs provided');
    return { urls, invalidURLs };
  }
}

function compileOrRefuse(spec: CrawlSpec): ScopeContext {
  try {
    return compileScope(spec.scope, spec.url);
  } catch (error) {
    if (error instanceof InvalidPatternError) throw refusePattern(error);
    throw error;
  }
}

/** A pattern may be as long as a book. */
const MAX_PATTERN_TOLD = 60;

function refusePattern({ field, pattern, message }: InvalidPatternError): ApiError {
  const short = cut(pattern, MAX_PATTERN_TOLD);
  const told = message
    .slice(`${field}: `.length)
    .replaceAll(JSON.stringify(pattern), () => JSON.stringify(short))
    .replaceAll(pattern, () => short);
  return refuseField([field], `${told.charAt(0).toUpperCase()}${told.slice(1)}`);
}
