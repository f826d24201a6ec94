import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { redactError } from '@orbweaver/core';
import { type EventLog, LOG } from '@orbweaver/platform';
import { type WebSocket, WebSocketServer } from 'ws';
import { versions } from '../api-version';
import { Authenticator } from '../auth/authenticator';
import { ApiError } from '../edge/api-error';
import { FindJob } from '../jobs/find-job';
import { JobStatus } from '../jobs/job-status';
import { ReadReceipts } from '../jobs/read-receipts';
import { StatusPages } from '../jobs/status-pages';
import { DONE_REASON, errorReason } from './close-reason';
import { Heartbeats } from './heartbeats';
import { JobEvents } from './job-events';
import { OpenStreams } from './open-streams';
import { watchJob } from './watch-job';

const PATH = /^\/(v1|v2)\/(?:crawl|batch\/scrape)\/([^/?]+)\/?(?:\?|$)/;

/** Between two looks at who is still there. */
const PING_INTERVAL_MS = 30_000;

/** Clients send nothing that matters; they may not send much of it. */
const MAX_INCOMING_BYTES = 64 * 1024;

/** A watcher that does not answer the closing in this time is cut off: the server waits for all its connections. */
const CLOSE_GRACE_MS = 1000;

/** The key is known by then, or the database is away: until it is, anybody can hold such a connection. */
const ADMISSION_MS = 2000;

const CLOSE = { done: 1000, goingAway: 1001, unknown: 1008, internal: 1011, later: 1013, unauthorized: 3000 } as const;

const CLOSE_OF_STATUS: Record<number, number> = { 401: CLOSE.unauthorized, 429: CLOSE.later };

/**
 * The addresses of jobs, upgraded to a WebSocket: all documents so far, each further one as it is stored, and the
 * end as the reason of the closing. The key may travel as the subprotocol, as browsers can set no header.
 */
@Injectable()
export class WatchServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_INCOMING_BYTES,
    perMessageDeflate: false,
    // Without the echo of what was offered the client's handshake fails.
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  private pings?: NodeJS.Timeout;
  private readonly pulses = new Heartbeats();

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly authenticator: Authenticator,
    private readonly jobs: FindJob,
    private readonly status: JobStatus,
    private readonly pages: StatusPages,
    private readonly reads: ReadReceipts,
    private readonly streams: OpenStreams,
    private readonly events: JobEvents,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  onApplicationBootstrap(): void {
    const server: Server = this.http.httpAdapter.getHttpServer();
    server.on('upgrade', this.upgrade);
    this.pings = setInterval(() => this.pulses.look(this.sockets.clients), PING_INTERVAL_MS);
    this.pings.unref();
  }

  onModuleDestroy(): void {
    const server: Server = this.http.httpAdapter.getHttpServer();
    server.off('upgrade', this.upgrade);
    clearInterval(this.pings);
    const watchers = [...this.sockets.clients];
    for (const socket of watchers) socket.close(CLOSE.goingAway, errorReason('Shutting down'));
    setTimeout(() => {
      for (const socket of watchers) socket.terminate();
    }, CLOSE_GRACE_MS).unref();
    this.sockets.close();
  }

  private readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node has taken its own listener away: without one, a peer that resets the connection would end the process.
    socket.on('error', () => socket.destroy());
    const [, version, jobId] = PATH.exec(request.url ?? '') ?? [];
    if (version === undefined || jobId === undefined) {
      answer(socket, new ApiError(404, 'There is no job to follow at this address. See /docs.'));
      return;
    }
    const deadline = setTimeout(
      () => answer(socket, new ApiError(503, 'The key could not be checked in time. Try again.')),
      ADMISSION_MS,
    );
    void this.admit(request, socket, jobId).then((isAdmitted) => {
      clearTimeout(deadline);
      if (!isAdmitted || socket.writableEnded) return;
      this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
        void this.serve(webSocket, request, versions[version as 'v1' | 'v2'], jobId);
      });
    });
  };

  /** Nobody without a key gets a WebSocket, which would be his to keep open: a plain answer, as to any other request. */
  private async admit(request: IncomingMessage, socket: Duplex, jobId: string): Promise<boolean> {
    try {
      await this.identify(request);
      return true;
    } catch (error) {
      if (error instanceof ApiError) answer(socket, error);
      else {
        this.log.error('watch-failed', { jobId }, redactError(error));
        answer(socket, new ApiError(500, 'An unexpected error occurred'));
      }
      return false;
    }
  }

  private async serve(socket: WebSocket, request: IncomingMessage, version: (typeof versions)['v1'], jobId: string) {
    const leaving = new AbortController();
    socket.on('close', () => leaving.abort());
    socket.on('error', (error) => this.log.debug('watch-broken', { jobId, reason: error.message }));
    socket.on('pong', () => this.pulses.note(socket));
    let leave: (() => void) | undefined;
    try {
      const identify = () => this.identify(request);
      leave = this.streams.enter((await identify()).teamId);
      const end = await watchJob({
        jobId,
        socket,
        onTaken: () => this.pulses.note(socket),
        version,
        gone: leaving.signal,
        identify,
        find: async () => this.jobs.find(await identify(), jobId),
        status: this.status,
        pages: this.pages,
        reads: this.reads,
        events: this.events,
      });
      if (end === undefined) return;
      const { job, sent } = end;
      // A watcher who answers the closing has taken all that was sent before it.
      socket.once('close', (code) => {
        if (code === CLOSE.done) this.reads.note(job, sent);
      });
      socket.close(CLOSE.done, job.state === 'failed' ? errorReason(job.error ?? 'The job failed') : DONE_REASON);
    } catch (error) {
      if (leaving.signal.aborted) return;
      this.refuse(socket, error, jobId);
    } finally {
      leave?.();
    }
  }

  private identify(request: IncomingMessage) {
    const { authorization } = request.headers;
    if (authorization !== undefined) return this.authenticator.authenticate(authorization);
    const key = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim();
    return key === undefined || key === ''
      ? this.authenticator.authenticate(undefined)
      : this.authenticator.identify(key);
  }

  private refuse(socket: WebSocket, error: unknown, jobId: string): void {
    if (error instanceof ApiError) {
      socket.close(CLOSE_OF_STATUS[error.status] ?? CLOSE.unknown, errorReason(error.message));
      return;
    }
    // The job may be one with zeroDataRetention, and the error hold a piece of a document.
    this.log.error('watch-failed', { jobId }, redactError(error));
    socket.close(CLOSE.internal, errorReason('An unexpected error occurred'));
  }
}

/** Answers a request to upgrade without doing so, and is rid of the connection soon, whatever the other end does. Once only. */
function answer(socket: Duplex, { status, body }: ApiError): void {
  if (socket.writableEnded) return;
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${json}`, () => socket.destroy());
  setTimeout(() => socket.destroy(), CLOSE_GRACE_MS).unref();
}
