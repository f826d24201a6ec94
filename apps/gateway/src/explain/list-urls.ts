import { Inject, Injectable } from '@nestjs/common';
import { PageFailureReason, SkipReason } from '@orbweaver/core';
import {
  type Caller,
  type Database,
  type FrontierPageState,
  type ListedUrl,
  readFrontierPages,
  readUrlTotals,
  type UrlKind,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { refuseField } from '../errors/api-error';
import { readQuery } from '../errors/read-wire';
import { FindJob } from '../jobs/find-job';
import { MAX_STORED_INT, writtenInt } from '../wire/bounds';
import { pageReasons, pageStates } from '../wire/explanations';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

const state = z.enum(pageStates).optional();
const reason = z.enum(pageReasons).optional();

/** For the OpenAPI document. */
export const urlsQuery = z.object({
  state: state.describe('Only URLs in this state'),
  reason: reason.describe('Only URLs that were skipped, or failed, for this reason'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('URLs at most'),
  after: z.int().min(0).max(MAX_STORED_INT).default(0).describe('Where to go on, as `next` has it'),
});

const WrittenQuery = z.strictObject({
  state,
  reason,
  limit: writtenInt(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  after: writtenInt(0, MAX_STORED_INT).default(0),
});

export type UrlsQuery = z.output<typeof WrittenQuery>;

const kinds: readonly UrlKind[] = [
  ...(['queued', 'leased', 'done'] as const).map((plain) => ({ state: plain, reason: null })),
  ...PageFailureReason.options.map((failure) => ({ state: 'failed' as const, reason: failure })),
  ...SkipReason.options.map((skip) => ({ state: 'skipped' as const, reason: skip })),
];

export interface FoundUrls {
  /** One more than the limit, so that a next page is known of. */
  found: ListedUrl[];
  /** Of all URLs of the job. */
  totals: Record<FrontierPageState, number>;
}

/** @throws ApiError 400 */
export function readUrlsQuery(query: Record<string, unknown>): UrlsQuery {
  return readQuery(WrittenQuery, query);
}

/** The URLs that a job knows, with the state of each. */
@Injectable()
export class ListUrls {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
  ) {}

  /** @throws ApiError 404; 400 for a reason that no URL in the asked state can have */
  async list(caller: Caller, jobId: string, query: UrlsQuery): Promise<FoundUrls> {
    const job = await this.jobs.findUnerased(caller, jobId);
    const wanted = kindsOf(query.state, query.reason);
    const { limit, after } = query;
    const totals = await readUrlTotals(this.database, job.id);
    const found = await readFrontierPages(this.database, { jobId: job.id, kinds: wanted, after, limit: limit + 1 });
    return { found, totals };
  }
}

function kindsOf(asked: FrontierPageState | undefined, why: UrlsQuery['reason']): UrlKind[] {
  const wanted = kinds.filter(
    (kind) => (asked === undefined || kind.state === asked) && (why === undefined || kind.reason === why),
  );
  if (wanted.length === 0) throw refuseField(['reason'], `No URL is ${asked} for the reason ${why}`);
  return wanted;
}

/** A URL as answers show it. */
export function describeUrl({ id, url, state: current, reason: why, message, depth, foundOnUrl }: ListedUrl) {
  const told = current === 'failed' ? { message } : { redirectedTo: message };
  return {
    id,
    url,
    state: current,
    ...(why === null ? {} : { reason: why }),
    ...(message === null ? {} : told),
    depth,
    ...(foundOnUrl === null ? {} : { foundOn: foundOnUrl }),
  };
}
