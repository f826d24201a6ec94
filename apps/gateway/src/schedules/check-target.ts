import { Injectable } from '@nestjs/common';
import { type BatchSpec, type CrawlSpec, hasRight, type MapSpec, type WebhookSpec } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import { rightMissing } from '../auth/authenticator';
import { ApiError, refuse, refuseField, type WireIssue } from '../errors/api-error';
import { MapSites } from '../map/map-sites';
import { SubmitJobs } from '../submit/submit-jobs';
import { TargetUrls } from '../url/target-urls';
import { versions } from '../versions';
import type { ScheduleTarget, ScheduleWebhook } from './schedule-schemas';

type RequestOf<T extends ScheduleTarget['type']> = Extract<ScheduleTarget, { type: T }>['request'];

/** @throws ApiError 403 for a key without the right of the operation */
export function requireRightFor({ rights }: Caller, type: ScheduleTarget['type']): void {
  const needed = type === 'map' ? 'scrape' : 'crawl';
  if (!hasRight(rights, needed)) throw rightMissing([needed]);
}

/** The translated request of a target. */
export type TargetOrder =
  | { type: 'crawl'; body: RequestOf<'crawl'>; spec: CrawlSpec }
  | { type: 'batch'; body: RequestOf<'batch'>; spec: BatchSpec }
  | { type: 'map'; body: RequestOf<'map'>; spec: MapSpec };

const REQUEST = ['target', 'request'];
const ZERO_DATA_RETENTION_FAULT = 'Must be false: a schedule compares its runs, so their pages are stored';

/** Validates targets of schedules like requests of their operations. */
@Injectable()
export class CheckTarget {
  constructor(
    private readonly jobs: SubmitJobs,
    private readonly maps: MapSites,
    private readonly urls: TargetUrls,
  ) {}

  /** @throws ApiError 400, 403 for a denied host. Faults are named by their path in the schedule */
  async check(caller: Caller, target: ScheduleTarget): Promise<void> {
    try {
      const order = this.translate(caller, target);
      if (order.type === 'map') return await this.maps.checkOptions(caller, order.spec);
      if (order.type === 'crawl') return await this.jobs.checkCrawl(caller, order.body, order.spec);
      await this.jobs.checkBatch(caller, order.body, order.spec);
    } catch (error) {
      throw inRequest(error);
    }
  }

  /** Pages get a fingerprint for the comparison. @throws ApiError 400, 403 */
  translate(caller: Caller, { type, request: body }: ScheduleTarget): TargetOrder {
    refuseUnsupported(caller, body);
    const { v2 } = versions;
    if (type === 'map')
      return { type, body, spec: v2.map.toMapSpec(body, this.urls.require(['url'], body.url, caller.hosts).absolute) };
    if (type === 'batch') return { type, body, spec: withFingerprints(v2.toBatchSpec(body)) };
    return { type, body, spec: withFingerprints(v2.toCrawlSpec(body, this.jobs.readStartUrl(caller, body.url))) };
  }

  /** @throws ApiError 400, 403 */
  readWebhook(webhook: ScheduleWebhook): WebhookSpec {
    const { url, headers, metadata } =
      typeof webhook === 'string' ? { url: webhook, headers: {}, metadata: {} } : webhook;
    this.urls.require(typeof webhook === 'string' ? ['webhook'] : ['webhook', 'url'], url);
    return { url, headers, metadata, events: [] };
  }
}

const withFingerprints = <S extends CrawlSpec | BatchSpec>(spec: S): S => ({
  ...spec,
  scrape: { ...spec.scrape, fingerprint: true },
});

function refuseUnsupported({ zeroDataRetention }: Caller, request: ScheduleTarget['request']): void {
  if (zeroDataRetention) {
    throw new ApiError(
      400,
      'A schedule compares its runs, so their pages are stored. This team has zero data retention and cannot have schedules',
      { code: 'BAD_REQUEST' },
    );
  }
  if (request.zeroDataRetention) throw refuseField(['zeroDataRetention'], ZERO_DATA_RETENTION_FAULT);
  if ('prompt' in request && request.prompt) {
    throw refuseField(['prompt'], 'Not available in schedules. Set the options directly');
  }
  if ('appendToId' in request && request.appendToId !== undefined) {
    throw refuseField(['appendToId'], 'Not available in schedules. Every run is a new batch');
  }
}

/** Faults of an operation have paths in its body. */
function inRequest(error: unknown): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.extra.details)) return error;
  const details = (error.extra.details as WireIssue[]).map((issue) => ({
    ...issue,
    path: [...REQUEST, ...issue.path],
  }));
  return refuse(details, '', { status: error.status, code: error.extra.code ?? 'BAD_REQUEST' });
}
