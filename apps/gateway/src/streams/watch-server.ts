import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { redactError, StoreUnavailableError } from '@orbweaver/core';
import { noteIds } from '@orbweaver/messaging';
import { type EventLog, LOG } from '@orbweaver/platform';
import { type WebSocket, WebSocketServer } from 'ws';
import { Authenticator } from '../auth/authenticator';
import { requestIdOf } from '../edge/request-id';
import { type RequestEnd, RequestMeter } from '../edge/request-meter';
import { ApiError } from '../errors/api-error';
import { storeUnavailable } from '../errors/store-unavailable';
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

const PATH = /^\/(v1|v2)\/(crawl|batch\/scrape)\/([^/?]+)\/?(?:\?|$)/;

/** An upgrade request and the request id of its response. */
interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  requestId: string;
}

const PING_INTERVAL_MS = 30_000;

/** Clients do not send messages. */
const MAX_INCOMING_BYTES = 64 * 1024;

/** A peer that does not complete the closing handshake in this time is disconnected. */
const CLOSE_GRACE_MS = 1000;

/** Time limit for checking a key. Without it, unauthenticated connections would pile up while the database is down. */
const ADMISSION_TIMEOUT_MS = 2000;

/** Databases and gateways are replaced within seconds. */
const RETRY_AFTER_SECONDS = 5;

const unavailable = (message: string) =>
  new ApiError(503, message, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });

/** RFC 6455, section 4.4 requires the version header for clients of other versions. */
const invalidHandshake = (method: string | undefined, message: string) =>
  method === 'GET'
    ? new ApiError(400, message, { headers: { 'Sec-WebSocket-Version': '13, 8' } })
    : new ApiError(405, message, { headers: { Allow: 'GET' } });

/**
 * WebSockets of jobs: send stored and new documents, and the end of the job as the close reason. Browsers, which cannot
 * set headers, send the key as the subprotocol.
 */
@Injectable()
export class WatchServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_INCOMING_BYTES,
    perMessageDeflate: false,
    // Clients fail the handshake unless an offered subprotocol is echoed.
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  private pings?: NodeJS.Timeout;
  private isStopping = false;
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
    private readonly meter: RequestMeter,
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
    this.isStopping = true;
    const watchers = [...this.sockets.clients];
    for (const socket of watchers) socket.close(CLOSE.goingAway, errorReason('Shutting down'));
    setTimeout(() => {
      for (const socket of watchers) socket.terminate();
    }, CLOSE_GRACE_MS).unref();
    this.sockets.close();
  }

  private readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node removes its error listener before an upgrade. Without one, a reset connection ends the process.
    socket.on('error', () => socket.destroy());
    const { method = 'GET', headers } = request;
    const requestId = requestIdOf(headers);
    void this.meter.run({ method, headers, requestId, isTraced: true }, () =>
      this.answer({ request, socket, head, requestId }),
    );
  };

  /** Resolves when the stream has ended or was rejected. */
  private async answer(upgrade: Upgrade): Promise<RequestEnd> {
    const { request, socket } = upgrade;
    const [, version, kind, jobId] = PATH.exec(request.url ?? '') ?? [];
    if (version === undefined || jobId === undefined) {
      return this.turnAway(upgrade, 'none', new ApiError(404, 'This path has no WebSocket. See /docs.'));
    }
    // Separate from the status route, which has the same path.
    const route = `/${version}/${kind}/:id (WebSocket)`;
    const late = unavailable(`The key could not be checked in time. Retry after ${RETRY_AFTER_SECONDS} s.`);
    let deadline: NodeJS.Timeout | undefined;
    const refusal = await Promise.race([
      this.findRefusal(request, jobId),
      new Promise<ApiError>((resolve) => {
        deadline = setTimeout(() => resolve(late), ADMISSION_TIMEOUT_MS);
      }),
    ]);
    clearTimeout(deadline);
    if (refusal !== undefined) return this.turnAway(upgrade, route, refusal);
    if (socket.destroyed) return { route, status: 0, fault: 'none' };
    const webSocket = this.accept(upgrade);
    if (webSocket === undefined) return { route, status: 0, fault: 'none' };
    if (webSocket instanceof ApiError) return this.turnAway(upgrade, route, webSocket);
    const fault = await this.serve(webSocket, request, versions[version as VersionName], jobId);
    return { route, status: 101, fault };
  }

  private turnAway({ socket, requestId }: Upgrade, route: string, error: ApiError): RequestEnd {
    refuseUpgrade(socket, error, requestId);
    return { route, status: error.status, fault: error.fault };
  }

  /** Checks the key before the upgrade, so that errors are HTTP responses. */
  private async findRefusal(request: IncomingMessage, jobId: string): Promise<ApiError | undefined> {
    try {
      noteIds({ teamId: (await this.identify(request)).teamId });
      return undefined;
    } catch (error) {
      return this.asApiError(error, jobId);
    }
  }

  /** Synchronous in `ws`. Undefined if the peer has disconnected. */
  private accept({ request, socket, head, requestId }: Upgrade): WebSocket | ApiError | undefined {
    if (this.isStopping) return unavailable('Shutting down');
    let answer: WebSocket | ApiError | undefined;
    const name = (headers: string[]) => headers.push(`X-Request-Id: ${requestId}`);
    const blame = ({ message }: Error) => {
      answer = invalidHandshake(request.method, message);
    };
    this.sockets.on('headers', name).on('wsClientError', blame);
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
      answer = webSocket;
    });
    this.sockets.off('headers', name).off('wsClientError', blame);
    return answer;
  }

  /** @returns the cause of an error */
  private async serve(
    socket: WebSocket,
    request: IncomingMessage,
    version: ApiVersion,
    jobId: string,
  ): Promise<RequestEnd['fault']> {
    const leaving = new AbortController();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('close', () => leaving.abort());
    // Socket events run outside the scope of the request.
    const noteBroken = (error: Error) => this.log.debug('watch-broken', { jobId, reason: error.message });
    socket.on('error', AsyncResource.bind(noteBroken));
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
        find: async () => {
          const job = await this.jobs.find(await identify(), jobId);
          noteIds({ jobId: job.id });
          return job;
        },
        status: this.status,
        pages: this.pages,
        reads: this.reads,
        events: this.events,
      });
      if (end === undefined) return 'none';
      const { job, sent } = end;
      // A completed closing handshake proves that everything was received.
      socket.once('close', (code) => {
        if (code === CLOSE.done) this.reads.note(job, sent);
      });
      socket.close(CLOSE.done, job.state === 'failed' ? errorReason(job.error ?? 'The job failed') : DONE_REASON);
      return 'none';
    } catch (error) {
      return leaving.signal.aborted ? 'none' : this.refuse(socket, error, jobId);
    } finally {
      closeStream?.();
      await closed;
    }
  }

  private identify(request: IncomingMessage) {
    const { headers } = request;
    const key = headers['sec-websocket-protocol']?.split(',')[0]?.trim();
    return headers.authorization !== undefined || key === undefined || key === ''
      ? this.authenticator.authenticate(request)
      : this.authenticator.identify(key, request);
  }

  private refuse(socket: WebSocket, error: unknown, jobId: string): RequestEnd['fault'] {
    const { status, message, fault } = this.asApiError(error, jobId);
    socket.close(closeCodeOf(status), errorReason(message));
    return fault;
  }

  private asApiError(error: unknown, jobId: string): ApiError {
    if (error instanceof ApiError) return error;
    if (error instanceof StoreUnavailableError) {
      this.log.warn('watch-refused', { jobId }, error);
      return storeUnavailable();
    }
    // The error may contain parts of a document with zeroDataRetention.
    this.log.error('watch-failed', { jobId }, redactError(error));
    return new ApiError(500, 'Internal error');
  }
}
