import { Inject, Injectable } from '@nestjs/common';
import {
  type Caller,
  type Database,
  readDelivery,
  readJobDeliveries,
  readTeamDeliveries,
  type WebhookDeliveryView,
  webhookDeliveryStates,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { ApiError } from '../errors/api-error';
import { readQuery } from '../errors/read-wire';
import { isId } from '../jobs/find-job';
import { MAX_STORED_INT, writtenInt } from '../wire/bounds';
import { readCursor, refuseCursor, writeCursor } from '../wire/cursor';
import { DeliveryState } from '../wire/webhook-deliveries';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

const jobId = z.uuid().optional().describe('Only events of this job');
const state = DeliveryState.optional();
/** Room for a time and an id. */
const MAX_AFTER_CHARS = 100;

const after = z.string().max(MAX_AFTER_CHARS).optional().describe('Where to go on, as `next` has it');

/** For the OpenAPI document. */
export const deliveriesQuery = z.object({
  jobId,
  state: state.describe('Only events in this state'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Events at most'),
  after: after.meta({ pattern: '^(?:\\d{1,15}\\.[0-9a-fA-F-]{36}|\\d{1,10})$' }),
});

const WrittenQuery = z.strictObject({
  jobId,
  state,
  limit: writtenInt(1, MAX_LIMIT).default(DEFAULT_LIMIT),
  after,
});

export type DeliveriesQuery = z.output<typeof WrittenQuery>;

/** @throws ApiError 400 */
export function readDeliveriesQuery(query: Record<string, unknown>): DeliveriesQuery {
  return readQuery(WrittenQuery, query);
}

/** Lists the webhook events of a team and the state of their delivery. */
@Injectable()
export class ListDeliveries {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws ApiError 404 */
  async find(caller: Caller, id: string): Promise<WebhookDeliveryView> {
    const delivery = isId(id) ? await readDelivery(this.database, { teamId: caller.teamId, id }) : undefined;
    if (delivery === undefined) throw new ApiError(404, 'Delivery not found');
    return delivery;
  }

  /**
   * One event more than the limit, so that a next page is known of. An unknown job, or one of another team, has no
   * events.
   * @throws ApiError 400 for an `after` that did not come from `next`
   */
  list({ teamId }: Caller, query: DeliveriesQuery): Promise<WebhookDeliveryView[]> {
    const states = query.state === undefined ? webhookDeliveryStates : [query.state];
    const range = { teamId, states, limit: query.limit + 1 };
    const { after: cursor } = query;
    return query.jobId === undefined
      ? readTeamDeliveries(this.database, { ...range, before: cursor === undefined ? undefined : readCursor(cursor) })
      : readJobDeliveries(this.database, {
          ...range,
          jobId: query.jobId,
          before: cursor === undefined ? undefined : readSequence(cursor),
        });
  }
}

/** Where a list goes on behind its last event: those of a job are in the order of their sequence. */
export const cursorBehind =
  ({ jobId: ofJob }: DeliveriesQuery) =>
  (last: WebhookDeliveryView): string =>
    ofJob === undefined ? writeCursor(last) : String(last.sequence);

function readSequence(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw refuseCursor(text);
  return Math.min(Number(text), MAX_STORED_INT);
}
