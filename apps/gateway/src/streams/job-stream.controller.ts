import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Headers, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { type Caller, type Database, type JobView, readUrlTotals } from '@orbweaver/persistence';
import { CONFIG, DATABASE, STOPPING, type Stopping } from '@orbweaver/platform';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Authenticator } from '../auth/authenticator';
import { Authenticated, CurrentCaller } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation } from '../edge/operation';
import { ApiError, refuseField } from '../errors/api-error';
import { readQuery } from '../errors/read-wire';
import { quoteGiven } from '../errors/wording';
import type { GatewayConfig } from '../gateway.config';
import { FindJob, refuseIfErased } from '../jobs/find-job';
import { JobStatus } from '../jobs/job-status';
import { ReadReceipts } from '../jobs/read-receipts';
import { StatusPages } from '../jobs/status-pages';
import { JobEvents } from '../notifications/job-events';
import { versions } from '../versions';
import { streamExample } from '../wire/examples';
import { EventStream } from './event-stream';
import { type Following, followDocuments } from './follow-job';
import { OpenStreams } from './open-streams';

/** Id of the last event. A client that reconnects with it is complete. */
const DONE_ID = 'done';

/** For the OpenAPI document. `readLastEventId` validates the header. */
const eventId = z
  .string()
  .max(9)
  .regex(/^(?:\d{1,9}|done)?$/)
  .meta({ maxLength: 9 })
  .optional();

const streamQuery = z.object({
  documents: z
    .enum(['true', 'false'])
    .default('true')
    .describe('With `false`, `progress` events with the status and the totals of URLs replace the documents'),
});

const CLOSE_GRACE_MS = 1000;
/** Maximum time between two looks at the progress of a job. */
const PROGRESS_POLL_MS = 5000;
/** Minimum time between two `progress` events. */
const PROGRESS_PAUSE_MS = 500;

@Controller('v2')
@Authenticated()
export class JobStreamController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(STOPPING) private readonly stopping: Stopping,
    @Inject(DATABASE) private readonly database: Database,
    private readonly authenticator: Authenticator,
    private readonly jobs: FindJob,
    private readonly status: JobStatus,
    private readonly events: JobEvents,
    private readonly pages: StatusPages,
    private readonly reads: ReadReceipts,
    private readonly streams: OpenStreams,
  ) {}

  @Get(['crawl/:id/events', 'batch/scrape/:id/events'])
  @Operation({
    summary: 'Stream a job as Server-Sent Events',
    description:
      'Sends `status` (the status without documents), one `document` for every stored and future document, and `done` with the final status. To resume, send the id of the last event as `Last-Event-ID`. After `done`, the response is 204, so that an EventSource stops reconnecting. Both paths accept crawls and batches.',
    tag: 'jobs',
    isExtension: true,
    query: streamQuery,
    headers: [{ name: 'Last-Event-ID', schema: eventId.describe('The id of the last event received') }],
    text: { contentType: 'text/event-stream', example: streamExample },
    errors: {
      204: 'The stream with this Last-Event-ID has ended',
      400: 'Invalid Last-Event-ID or query',
      404: 'The job is unknown or expired',
      410: 'The remaining documents are erased',
      429: 'The team has too many open streams',
    },
  })
  async follow(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const after = readLastEventId(lastEventId);
    const { documents } = readQuery(streamQuery, query);
    const job = await this.jobs.find(caller, id);
    if (after === DONE_ID) {
      if (!job.hasEnded)
        throw refuseField(['Last-Event-ID'], 'Must be the id of a document, not "done": the stream has not ended');
      response.status(204).end();
      return;
    }
    // An error status, because an EventSource does not reconnect after one.
    if (documents === 'true' && after < job.completed) refuseIfErased(job);
    const close = this.streams.open(caller.teamId);
    try {
      const identify = () => this.authenticator.authenticateRequest(request);
      const find = async () => this.jobs.find(await identify(), id);
      if (documents === 'false') await this.streamProgress({ id, find }, request, response);
      else await this.stream({ job, after, find }, request, response);
    } finally {
      close();
    }
  }

  /** Aborts if the reader disconnects or this process stops; the reader then resumes at another gateway. */
  private untilOver(request: Request, response: Response): AbortSignal {
    const over = new AbortController();
    const stop = () => {
      over.abort();
      // Stalled readers would delay the shutdown.
      setTimeout(() => response.destroy(), CLOSE_GRACE_MS).unref();
    };
    const { signal } = this.stopping;
    signal.addEventListener('abort', stop, { once: true });
    untilClosed(request, response).addEventListener('abort', () => {
      over.abort();
      signal.removeEventListener('abort', stop);
    });
    if (signal.aborted) stop();
    return over.signal;
  }

  private async streamProgress(
    { id, find }: { id: string; find: () => Promise<JobView> },
    request: Request,
    response: Response,
  ): Promise<void> {
    const gone = this.untilOver(request, response);
    const stream = new EventStream(response, this.config.EVENT_HEARTBEAT);
    let sent = '';
    try {
      while (!gone.aborted) {
        // Subscribe before reading, so that no change is missed.
        const changed = this.events.next(id, PROGRESS_POLL_MS, gone);
        const job = await find();
        const urls = await readUrlTotals(this.database, job.id);
        const progress = JSON.stringify({ ...(await this.status.summarise(job)), urls });
        if (job.hasEnded) {
          await stream.send('done', progress, DONE_ID);
          break;
        }
        if (progress !== sent) await stream.send('progress', progress);
        sent = progress;
        await Promise.all([changed, delay(PROGRESS_PAUSE_MS)]);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    stream.end();
  }

  private async stream(
    { job, after, find }: { job: JobView; after: number } & Pick<Following, 'find'>,
    request: Request,
    response: Response,
  ): Promise<void> {
    const gone = this.untilOver(request, response);
    const stream = new EventStream(response, this.config.EVENT_HEARTBEAT);
    await stream.send('status', JSON.stringify(await this.status.summarise(job)));
    const { pages, reads, events } = this;
    let sent = after;
    const documents = followDocuments({ jobId: job.id, version: versions.v2, gone, find, pages, reads, events }, after);
    try {
      for (;;) {
        const { value, done } = await documents.next();
        if (done) {
          if (value === undefined) break;
          reads.noteWhenSent(value, sent, response);
          await stream.send('done', JSON.stringify(await this.status.summarise(value)), DONE_ID);
          break;
        }
        await stream.send('document', value.json, String(value.ordinal));
        sent = value.ordinal;
      }
    } catch (error) {
      // The key was revoked, or the job expired or was erased. The reader gets the error when it reconnects.
      if (!(error instanceof ApiError)) throw error;
    }
    stream.end();
  }
}

/** @throws ApiError 400 */
function readLastEventId(text: string | undefined): number | typeof DONE_ID {
  if (text === undefined || text === '') return 0;
  if (text === DONE_ID) return DONE_ID;
  if (!/^\d{1,9}$/.test(text)) throw refuseEventId(text);
  return Number(text);
}

const refuseEventId = (text: string) =>
  refuseField(
    ['Last-Event-ID'],
    `Must be the id of an event of this stream, such as 12 or done, not ${quoteGiven(text)}`,
  );
