import { Inject, Injectable } from '@nestjs/common';
import { runWork } from '@orbweaver/messaging';
import {
  type Caller,
  type ClaimedRun,
  collectMapRun,
  type Database,
  failRun,
  findEndedMaps,
  isStoreUnavailable,
  releaseRun,
  runPageKey,
  startMapRun,
} from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG, STOPPING, type Stopping } from '@orbweaver/platform';
import { CheckSchemas } from '../edge/check-schemas';
import { ApiError } from '../errors/api-error';
import { readWire } from '../errors/read-wire';
import { RateLimits } from '../limits/rate-limits';
import { MapSites } from '../map/map-sites';
import { unpackLinks } from '../map/write-map';
import { RunNotDueError } from '../submit/accept-or-refuse';
import { SubmitJobs } from '../submit/submit-jobs';
import { versions } from '../versions';
import { parseLinks } from '../wire/map-version';
import { CheckTarget, type TargetOrder } from './check-target';
import { ScheduleMetrics } from './schedule-metrics';
import { ScheduleTarget } from './schedule-schemas';

/** Time until a run that was rejected for now is tried again, without a Retry-After. */
const RETRY_MS = 15_000;
/** Time for a map's messages and its URLs to be stored. */
const MAP_MARGIN_MS = 60_000;
const MAX_ERROR_CHARS = 1_000;
const CANCELLED = 'The next run started, and the schedule cancels running ones';

/** Starts due runs like requests of their team: with its credits, limits and denied hosts. */
@Injectable()
export class StartRuns {
  /** Running maps of this process by run. */
  private readonly mapping = new Map<string, AbortController>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly targets: CheckTarget,
    private readonly schemas: CheckSchemas,
    private readonly limits: RateLimits,
    private readonly jobs: SubmitJobs,
    private readonly maps: MapSites,
    private readonly metrics: ScheduleMetrics,
  ) {}

  /** Never rejects. A run that was not started is claimed again after its claim has expired. */
  async start(run: ClaimedRun): Promise<void> {
    await runWork({ isEphemeral: false, ids: { teamId: run.teamId } }, async () => {
      try {
        await this.submit(run);
      } catch (error) {
        await this.end(run, error).catch((failure: unknown) =>
          this.log.error('schedule-run-not-ended', { runId: run.id }, failure),
        );
      }
    });
  }

  /** Stops maps that the next run cancelled, or whose schedule was deleted. They are not billed. */
  async stopEndedMaps(): Promise<void> {
    if (this.mapping.size === 0) return;
    for (const id of await findEndedMaps(this.database, [...this.mapping.keys()])) this.mapping.get(id)?.abort();
  }

  private async submit(run: ClaimedRun): Promise<void> {
    if (run.isDisabled) throw new ApiError(403, 'The team is disabled');
    const caller = callerOf(run);
    const standing = await this.limits.consume(caller, 'job');
    if (standing !== undefined && standing.consumed > standing.limit) {
      await releaseRun(this.database, { id: run.id, afterMs: standing.resetsInMs });
      return;
    }
    const target = readWire(ScheduleTarget, { type: run.kind, request: run.request });
    await this.schemas.check(caller, target);
    const order = this.targets.translate(caller, target);
    if (order.type === 'map') await this.map(caller, run, order);
    else await this.startJob(caller, run, order);
  }

  private async startJob(caller: Caller, run: ClaimedRun, order: Exclude<TargetOrder, { type: 'map' }>): Promise<void> {
    const key = { scheduleRunId: run.id };
    const { id } =
      order.type === 'crawl'
        ? await this.jobs.startCrawl(caller, order.body, order.spec, key)
        : await this.jobs.startBatch(caller, order.body, order.spec, key);
    this.noteStart(run, { jobId: id });
  }

  private async map(caller: Caller, run: ClaimedRun, order: Extract<TargetOrder, { type: 'map' }>): Promise<void> {
    const { spec, body } = order;
    await this.maps.check(caller, spec);
    const free = this.maps.takeSlot(caller);
    try {
      const forMs = body.timeout + MAP_MARGIN_MS;
      if (!(await startMapRun(this.database, { id: run.id, forMs, cancelReason: CANCELLED }))) return;
      this.noteStart(run, {});
      const ended = new AbortController();
      this.mapping.set(run.id, ended);
      const mapOrder = { spec, timeoutMs: body.timeout, zeroDataRetention: false };
      const map = await this.maps.map(caller, mapOrder, AbortSignal.any([this.stopping.signal, ended.signal]));
      if (map === undefined) return await releaseRun(this.database, { id: run.id, afterMs: 0 });
      const urls = new Map<string, string>();
      for await (const part of unpackLinks(versions.v2.map, map.parts)) {
        for (const { url } of parseLinks(part)) urls.set(runPageKey(url, spec.scope), url);
      }
      const isPartial = map.isCut || map.isStopped || map.urls >= spec.limit;
      await collectMapRun(this.database, {
        id: run.id,
        isPartial,
        urls: Array.from(urls, ([key, url]) => ({ key, url })),
      });
    } finally {
      this.mapping.delete(run.id);
      free();
    }
  }

  private noteStart(run: ClaimedRun, ids: { jobId?: string }): void {
    this.metrics.runs.inc({ outcome: 'started' });
    this.metrics.startDelay.observe(Math.max(0, Date.now() - run.plannedAt.getTime()) / 1000);
    this.log.info('schedule-run-started', { scheduleId: run.scheduleId, runId: run.id, ...ids });
  }

  private async end({ id, scheduleId }: ClaimedRun, error: unknown): Promise<void> {
    if (error instanceof RunNotDueError) return;
    const isTemporary =
      error instanceof ApiError ? error.status === 429 || error.status === 503 : isStoreUnavailable(error);
    if (isTemporary) {
      this.log.warn('schedule-run-delayed', { scheduleId, runId: id }, error);
      const seconds = error instanceof ApiError ? Number(error.extra.headers?.['Retry-After']) : Number.NaN;
      return await releaseRun(this.database, { id, afterMs: seconds > 0 ? seconds * 1000 : RETRY_MS });
    }
    this.metrics.runs.inc({ outcome: 'failed' });
    if (!(error instanceof ApiError)) this.log.error('schedule-run-failed', { scheduleId, runId: id }, error);
    else this.log.info('schedule-run-rejected', { scheduleId, runId: id, reason: error.message });
    const reason = error instanceof ApiError ? error.message : 'Internal error. The log of the service has the reason';
    await failRun(this.database, { id, error: reason.slice(0, MAX_ERROR_CHARS) });
  }
}

/** The team of the schedule. Runs continue when the key that created it is revoked. */
const callerOf = (run: ClaimedRun): Caller => ({
  keyId: run.apiKeyId,
  keyName: 'schedule',
  rights: ['team'],
  networks: [],
  teamId: run.teamId,
  hosts: run.hosts,
  isDisabled: run.isDisabled,
  isExpired: false,
  isUseDue: false,
  maxConcurrency: run.maxConcurrency,
  scrapesPerMinute: run.scrapesPerMinute,
  jobsPerMinute: run.jobsPerMinute,
  creditsLimited: run.creditsLimited,
  zeroDataRetention: run.zeroDataRetention,
  retentionHours: run.retentionHours,
});
