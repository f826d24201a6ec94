import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { redactError } from '@orbweaver/core';
import { type EventLog, LOG } from '@orbweaver/platform';
import { type WebSocket, WebSocketServer } from 'ws';
import { Authenticator } from '../auth/authenticator';
import { ApiError } from '../errors/api-error';
import { FindJob } from '../jobs/find-job';
import { JobStatus } from '../jobs/job-status';
import { ReadReceipts } from '../jobs/read-receipts';
import { StatusPages } from '../jobs/status-pages';
import { JobEvents } from '../notifications/job-events';
import { versions } from '../versions';
import type { ApiVersion, VersionName } from '../wire/api-version';
import { CLOSE, closeCodeOf, DONE_REASON, errorReason } from './close-reason';
import { Heartbeats } from './heartbeats';
import { OpenStreams } from './open-streams';
import { refuseUpgrade } from './refuse-upgrade';
import { watchJob } from './watch-job';

const PATH = /^\/(v1|v2)\/(?:crawl|batch\/scrape)\/([^/?]+)\/?(?:\?|$)/;

const PING_INTERVAL_MS = 30_000;

/** Clients have nothing to send. */
const MAX_INCOMING_BYTES = 64 * 1024;

/** A watcher that does not answer the closing in this time is cut off, because the server waits for all connections. */
const CLOSE_GRACE_MS = 1000;

/** How long checking a key may take. Without this limit anyone could hold connections open while the database is down. */
const ADMISSION_TIMEOUT_MS = 2000;

/**
 * Serves the addresses of jobs as WebSockets: all documents so far, each further one as it is stored, and the end of
 * the job as the close reason. The key may be sent as the subprotocol, because browsers cannot set a header.
 */
@Injectable()
export class WatchServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_INCOMING_BYTES,
    perMessageDeflate: false,
    // The client's handshake fails unless an offered subprotocol is echoed.
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  private pings?: NodeJS.Timeout;
  private readonly heartbeats = new Heartbeats();

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
    this.pings = setInterval(() => this.heartbeats.check(this.sockets.clients), PING_INTERVAL_MS);
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
    // Node removes its own listener before an upgrade: without one, a reset connection would end the process.
    socket.on('error', () => socket.destroy());
    const [, version, jobId] = PATH.exec(request.url ?? '') ?? [];
    if (version === undefined || jobId === undefined) {
      refuseUpgrade(socket, new ApiError(404, 'There is no job to follow at this address. See /docs.'));
      return;
    }
    const deadline = setTimeout(
      () => refuseUpgrade(socket, new ApiError(503, 'The key could not be checked in time. Try again.')),
      ADMISSION_TIMEOUT_MS,
    );
    void this.admit(request, socket, jobId).then((isAdmitted) => {
      clearTimeout(deadline);
      if (!isAdmitted || socket.writableEnded) return;
      this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
        void this.serve(webSocket, request, versions[version as VersionName], jobId);
      });
    });
  };

  /** Checks the key before the upgrade: without one the answer is plain HTTP, and no WebSocket can be kept open. */
  private async admit(request: IncomingMessage, socket: Duplex, jobId: string): Promise<boolean> {
    try {
      await this.identify(request);
      return true;
    } catch (error) {
      if (error instanceof ApiError) refuseUpgrade(socket, error);
      else {
        this.log.error('watch-failed', { jobId }, redactError(error));
        refuseUpgrade(socket, new ApiError(500, 'An unexpected error occurred'));
      }
      return false;
    }
  }

  private async serve(socket: WebSocket, request: IncomingMessage, version: ApiVersion, jobId: string) {
    const leaving = new AbortController();
    socket.on('close', () => leaving.abort());
    socket.on('error', (error) => this.log.debug('watch-broken', { jobId, reason: error.message }));
    socket.on('pong', () => this.heartbeats.note(socket));
    let closeStream: (() => void) | undefined;
    try {
      const identify = () => this.identify(request);
      closeStream = this.streams.open((await identify()).teamId);
      const end = await watchJob({
        jobId,
        socket,
        onTaken: () => this.heartbeats.note(socket),
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
      // A watcher that answers the closing has received everything sent before it.
      socket.once('close', (code) => {
        if (code === CLOSE.done) this.reads.note(job, sent);
      });
      socket.close(CLOSE.done, job.state === 'failed' ? errorReason(job.error ?? 'The job failed') : DONE_REASON);
    } catch (error) {
      if (leaving.signal.aborted) return;
      this.refuse(socket, error, jobId);
    } finally {
      closeStream?.();
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
      socket.close(closeCodeOf(error.status), errorReason(error.message));
      return;
    }
    // Redacted: the error may hold a piece of a document, and the job may have zeroDataRetention.
    this.log.error('watch-failed', { jobId }, redactError(error));
    socket.close(CLOSE.internal, errorReason('An unexpected error occurred'));
  }
}
