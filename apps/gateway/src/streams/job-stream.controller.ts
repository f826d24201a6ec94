import { Controller, Get, Headers, Inject, Param, Req, Res } from '@nestjs/common';
import type { Caller, JobView } from '@orbweaver/persistence';
import { CONFIG, STOPPING, type Stopping } from '@orbweaver/platform';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Authenticator } from '../auth/authenticator';
import { AskingCaller, Authenticated } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation } from '../edge/operation';
import { ApiError, refuseField } from '../errors/api-error';
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

/** The id of the last event. A client that reconnects with it has everything. */
const DONE_ID = 'done';

/** For the OpenAPI document only: `readLastEventId` refuses with a text of its own. */
const eventId = z
  .string()
  .max(9)
  .regex(/^(?:\d{1,9}|done)?$/)
  .meta({ maxLength: 9 })
  .optional();

const CLOSE_GRACE_MS = 1000;

/** The documents of a job as Server-Sent Events: an extension of the interface. */
@Controller('v2')
@Authenticated()
export class JobStreamController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(STOPPING) private readonly stopping: Stopping,
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
    summary: 'Follow a job as Server-Sent Events',
    description:
      'First `status`, the status without documents; then one `document` for every document, those that are there and each further one as it is stored; at the end `done` with the last status, and the stream is over. The id of a `document` is its place among the documents of the job: sent as `Last-Event-ID`, to any gateway, it goes on behind it. After `done` the answer to it is 204, at which an EventSource comes no more. Crawls and batches are read through either path.',
    tag: 'jobs',
    isExtension: true,
    headers: [{ name: 'Last-Event-ID', schema: eventId.describe('The id of the last event received') }],
    text: { contentType: 'text/event-stream', example: streamExample },
    errors: {
      204: 'The stream with this Last-Event-ID is over',
      400: 'Last-Event-ID is not of such a stream',
      404: 'The job is unknown or expired',
      410: 'The rest of its documents is erased',
      429: 'The team has as many streams open as it may',
    },
  })
  async follow(
    @AskingCaller() caller: Caller,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const after = readLastEventId(lastEventId);
    const job = await this.jobs.find(caller, id);
    if (after === DONE_ID) {
      if (!job.hasEnded)
        throw refuseField(['Last-Event-ID'], 'Must be the place of a document, not "done": the stream has not ended');
      response.status(204).end();
      return;
    }
    // Refused here, because an EventSource that gets an error status does not reconnect.
    if (after < job.completed) refuseIfErased(job);
    const close = this.streams.open(caller.teamId);
    try {
      const identify = () => this.authenticator.authenticate(request.headers);
      const find = async () => this.jobs.find(await identify(), id);
      await this.stream({ job, after, identify, find }, request, response);
    } finally {
      close();
    }
  }

  /** Aborts when the reader leaves, or when this process stops: the reader then reconnects to another with its last event id. */
  private untilOver(request: Request, response: Response): AbortSignal {
    const over = new AbortController();
    const stop = () => {
      over.abort();
      // The server waits for all connections: one whose reader takes nothing is cut off.
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

  private async stream(
    { job, after, identify, find }: { job: JobView; after: number } & Pick<Following, 'identify' | 'find'>,
    request: Request,
    response: Response,
  ): Promise<void> {
    const gone = this.untilOver(request, response);
    const stream = new EventStream(response, this.config.EVENT_HEARTBEAT);
    await stream.send('status', JSON.stringify(await this.status.summarise(job)));
    const { pages, reads, events } = this;
    let sent = after;
    const documents = followDocuments(
      { jobId: job.id, version: versions.v2, gone, identify, find, pages, reads, events },
      after,
    );
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
      // The key was revoked, or the job is gone or erased: the reader is told when it reconnects.
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
