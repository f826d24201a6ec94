import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { METRICS } from '@orbweaver/platform';
import type { NextFunction, Request, Response } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Up to the longest scrape. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

@Injectable()
export class MeasureRequests implements NestMiddleware {
  private readonly requests: Counter<'route' | 'method' | 'status'>;
  private readonly seconds: Histogram<'route' | 'method'>;

  constructor(@Inject(METRICS) registry: Registry) {
    this.requests = new Counter({
      name: 'orbweaver_http_requests_total',
      help: 'Requests answered, by route, method and status; status 0: the caller went away first',
      labelNames: ['route', 'method', 'status'],
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

  use(request: Request, response: Response, next: NextFunction): void {
    const stop = this.seconds.startTimer();
    response.once('close', () => {
      // The pattern of the route, because paths with ids would make one series a job.
      const labels = { route: String(request.route?.path ?? 'none'), method: request.method };
      stop(labels);
      this.requests.inc({ ...labels, status: response.writableFinished ? response.statusCode : 0 });
    });
    next();
  }
}
