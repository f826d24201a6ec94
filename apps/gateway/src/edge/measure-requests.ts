import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { CONFIG, type EventLog, LOG, METRICS } from '@orbweaver/platform';
import type { NextFunction, Response } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';
import type { EdgeRequest } from './edge-request';

/** Up to the longest scrape. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** What callers and proxies send; anything else would be a line of the log that they wrote. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** Names every request, and counts and logs what became of it. */
@Injectable()
export class MeasureRequests implements NestMiddleware {
  private readonly requests: Counter<'route' | 'method' | 'status' | 'fault'>;
  private readonly seconds: Histogram<'route' | 'method'>;

  constructor(
    @Inject(METRICS) registry: Registry,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'ACCESS_LOG'>,
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
    response.once('close', () => {
      // The pattern of the route, because paths with ids would make one series a job.
      const labels = { route: String(request.route?.path ?? 'none'), method: request.method };
      const seconds = stop(labels);
      const status = response.writableFinished ? response.statusCode : 0;
      const fault = (response.locals.fault as string | undefined) ?? 'none';
      this.requests.inc({ ...labels, status, fault });
      if (!this.config.ACCESS_LOG) return;
      this.log.info('request', {
        requestId,
        ...labels,
        status,
        fault,
        ms: Math.round(seconds * 1000),
        teamId: request.caller?.teamId,
      });
    });
    next();
  }
}
