import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { runWork } from '@orbweaver/messaging';
import { CONFIG, type EventLog, LOG, METRICS, type OpenSpan, TRACING, type Tracing } from '@orbweaver/platform';
import type { NextFunction, Response } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';
import type { EdgeRequest } from './edge-request';

/** Up to the longest scrape. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** What callers and proxies send; anything else would be a line of the log that they wrote. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Asked every few seconds by machines. */
const UNTRACED = /^\/(?:health\/|metrics$)/;

/** Names every request, and counts, logs and traces what became of it. Whatever it calls knows its id. */
@Injectable()
export class MeasureRequests implements NestMiddleware {
  private readonly requests: Counter<'route' | 'method' | 'status' | 'fault'>;
  private readonly seconds: Histogram<'route' | 'method'>;

  constructor(
    @Inject(METRICS) registry: Registry,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'ACCESS_LOG'>,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {
    this.requests = new Counter({
      name: 'orbweaver_http_requests_total',
      help: 'Requests answered, by route, method, status (0: the caller went away first) and fault: none, caller, page or service',
      labelNames: ['route', 'method', 'status', 'fault'],
      registers: [registry],
    });
    this.seconds = new Histogram({
      name: 'orbweaver_http_request_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['route', 'method'],
      buckets: SECONDS,
      registers: [registry],
    });
  }

  use(request: EdgeRequest, response: Response, next: NextFunction): void {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    request.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    const stop = this.seconds.startTimer();
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const serve = async (span?: OpenSpan): Promise<void> => {
      next();
      await closed;
      // The pattern of the route, because paths with ids would make one series a job.
      const labels = { route: String(request.route?.path ?? 'none'), method: request.method };
      const seconds = stop(labels);
      const status = response.writableFinished ? response.statusCode : 0;
      const fault = (response.locals.fault as string | undefined) ?? 'none';
      this.requests.inc({ ...labels, status, fault });
      if (span !== undefined) tell(span, labels, status);
      if (!this.config.ACCESS_LOG) return;
      this.log.info('request', { ...labels, status, fault, ms: Math.round(seconds * 1000) });
    };
    void runWork({ isEphemeral: false, ids: { requestId } }, () =>
      UNTRACED.test(request.path) ? serve() : this.trace(request, serve),
    );
  }

  private trace({ method, headers }: EdgeRequest, serve: (span: OpenSpan) => Promise<void>): Promise<void> {
    const { traceparent, tracestate } = headers;
    const caller = { ...textOf({ traceparent }), ...textOf({ tracestate }) };
    return this.tracing.span(method, { kind: 'server', caller, attributes: { 'http.request.method': method } }, serve);
  }
}

/** A header that came once. */
function textOf(header: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

function tell(span: OpenSpan, { method, route }: { method: string; route: string }, status: number): void {
  span.rename(`${method} ${route}`);
  span.set({ 'http.route': route, 'http.response.status_code': status === 0 ? undefined : status });
  if (status >= 500) span.fail(String(status));
  if (status === 0) span.fail('caller-left');
}
