import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { deadlineMs, type ScrapeSpec } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { acceptJob, type Caller, type Database, type PageResult, readPageResult } from '@orbweaver/persistence';
import { CONFIG, DATABASE, PUBLISHER } from '@orbweaver/platform';
import { ApiError } from '../edge/api-error';
import { scrapeTimedOut } from '../edge/page-failure-answer';
import type { GatewayConfig } from '../gateway.config';
import { PageWaiters } from '../live/page-waiters';
import type { TargetUrl } from '../url/target-urls';
import { checkSpecSize } from './check-spec-size';
import { expiryOf } from './expiry';

export interface ScrapeSubmission {
  target: TargetUrl;
  spec: ScrapeSpec;
  origin: string;
  integration?: string;
}

/** 502 is what client libraries ask again for, and another process may answer them then. */
const serviceStops = () => new ApiError(502, 'The service is stopping; send the request again');

/** One page, now: accepted as a job of its own, then waited for. */
@Injectable()
export class ScrapePages {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly waiters: PageWaiters,
  ) {}

  /**
   * Undefined when the caller went away.
   * @throws ApiError 400 for options that are too large, 408 past the deadline, 502 when this process ends first
   */
  async scrape(
    caller: Caller,
    submission: ScrapeSubmission,
    gone: AbortSignal,
  ): Promise<{ id: string; result: PageResult } | undefined> {
    const { spec } = submission;
    checkSpecSize(spec);
    const id = randomUUID();
    const deadlineAt = Date.now() + deadlineMs(spec);
    const leaving = new AbortController();
    const wait = this.waiters.wait(id, deadlineMs(spec), AbortSignal.any([gone, leaving.signal]));
    try {
      // A database that takes its time to accept the job is no reason to answer later than was asked for.
      await Promise.race([this.accept(caller, id, submission, deadlineAt), wait]);
    } catch (error) {
      leaving.abort();
      throw error;
    }
    const end = await wait;
    if (end === 'gone') return undefined;
    const result = await readPageResult(this.database, { pageId: id, teamId: caller.teamId });
    // The last look may still find what no message told of.
    if (result === undefined) throw end === 'stopping' ? serviceStops() : scrapeTimedOut();
    return { id, result };
  }

  private async accept(caller: Caller, id: string, submission: ScrapeSubmission, deadlineAt: number): Promise<void> {
    const { target, spec, origin, integration } = submission;
    await acceptJob(this.database, {
      id,
      teamId: caller.teamId,
      spec: { kind: 'scrape', url: target.url, scrape: spec },
      origin,
      integration,
      expiresAt: expiryOf(this.config),
    });
    await this.publisher.publish('renderInteractive', id, {
      type: 'RenderPage',
      pageId: id,
      jobId: id,
      teamId: caller.teamId,
      kind: 'scrape',
      url: target.url,
      sourceUrl: target.sourceUrl,
      spec,
      depth: 0,
      epoch: 1,
      attempt: 1,
      deferrals: 0,
      deadlineAt,
    });
  }
}
