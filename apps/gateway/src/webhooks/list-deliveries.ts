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
import { isId } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import { MAX_STORED_INT, text } from '../wire/bounds';
import { readCursor, refuseCursor, writeCursor } from '../wire/cursor';
import { listQuery } from '../wire/list-query';
import { DeliveryState } from '../wire/webhook-deliveries';

/** Longer than a timestamp and an id. */
const MAX_AFTER_CHARS = 100;

const after = text(MAX_AFTER_CHARS)
  .optional()
  .meta({ pattern: '^(?:\\d{1,15}\\.[0-9a-fA-F-]{36}|\\d{1,10})$' })
  .describe('Cursor from `next`');

export const deliveriesQuery = listQuery(
  {
    jobId: z.uuid().optional().describe('Only events of this job'),
    state: DeliveryState.optional().describe('Only events in this state'),
  },
  { rows: 'events', defaultLimit: 50, maxLimit: 100, after: { shown: after, read: after } },
);

export type DeliveriesQuery = z.output<typeof deliveriesQuery.read>;

/** @throws ApiError 400 */
export function readDeliveriesQuery(query: Record<string, unknown>): DeliveriesQuery {
  return readQuery(deliveriesQuery.read, query);
}

@Injectable()
export class ListDeliveries {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws ApiError 404 */
  async find(caller: Caller, id: string): Promise<WebhookDeliveryView> {
    const delivery = isId(id) ? await readDelivery(this.database, { teamId: caller.teamId, id }) : undefined;
    if (delivery === undefined) throw new ApiError(404, 'Delivery not found');
    return delivery;
  }

  /** Up to one event more than the limit, to detect a next page. Empty for unknown jobs. @throws ApiError 400 for an invalid cursor */
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

/** Cursor of the last event. Events of a job are ordered by sequence. */
export const cursorAfter =
  ({ jobId: ofJob }: DeliveriesQuery) =>
  (last: WebhookDeliveryView): string =>
    ofJob === undefined ? writeCursor(last) : String(last.sequence);

function readSequence(written: string): number {
  if (!/^\d{1,10}$/.test(written)) throw refuseCursor(written);
  return Math.min(Number(written), MAX_STORED_INT);
}
