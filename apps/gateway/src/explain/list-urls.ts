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
import { listQuery } from '../wire/list-query';

export const urlsQuery = listQuery(
  {
    state: z.enum(pageStates).optional().describe('Only URLs in this state'),
    reason: z.enum(pageReasons).optional().describe('Only URLs that were skipped or failed for this reason'),
  },
  {
    rows: 'URLs',
    defaultLimit: 100,
    maxLimit: 1000,
    after: {
      shown: z.int().min(0).max(MAX_STORED_INT).default(0).describe('Cursor from `next`'),
      read: writtenInt(0, MAX_STORED_INT).default(0),
    },
  },
);

export type UrlsQuery = z.output<typeof urlsQuery.read>;

const kinds: readonly UrlKind[] = [
  ...(['queued', 'leased', 'done'] as const).map((plain) => ({ state: plain, reason: null })),
  ...PageFailureReason.options.map((failure) => ({ state: 'failed' as const, reason: failure })),
  ...SkipReason.options.map((skip) => ({ state: 'skipped' as const, reason: skip })),
];

export interface FoundUrls {
  /** Up to one more than the limit, to detect a next page. */
  found: ListedUrl[];
  totals: Record<FrontierPageState, number>;
}

/** @throws ApiError 400 */
export function readUrlsQuery(query: Record<string, unknown>): UrlsQuery {
  return readQuery(urlsQuery.read, query);
}

@Injectable()
export class ListUrls {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
  ) {}

  /** @throws ApiError 404; 400 for a reason that contradicts the state */
  async list(caller: Caller, jobId: string, query: UrlsQuery): Promise<FoundUrls> {
    const job = await this.jobs.findUnerased(caller, jobId);
    const wanted = kindsOf(query.state, query.reason);
    const { limit, after } = query;
    const totals = await readUrlTotals(this.database, job.id);
    const found = await readFrontierPages(this.database, { jobId: job.id, kinds: wanted, after, limit: limit + 1 });
    return { found, totals };
  }
}

function kindsOf(state: FrontierPageState | undefined, reason: UrlsQuery['reason']): UrlKind[] {
  const wanted = kinds.filter(
    (kind) => (state === undefined || kind.state === state) && (reason === undefined || kind.reason === reason),
  );
  if (wanted.length === 0) throw refuseField(['reason'], `A URL that is ${state} never has the reason ${reason}`);
  return wanted;
}

export function describeUrl({ id, url, state, reason, message, depth, foundOnUrl }: ListedUrl) {
  const detail = state === 'failed' ? { message } : { redirectedTo: message };
  return {
    id,
    url,
    state,
    ...(reason === null ? {} : { reason }),
    ...(message === null ? {} : detail),
    depth,
    ...(foundOnUrl === null ? {} : { foundOn: foundOnUrl }),
  };
}
