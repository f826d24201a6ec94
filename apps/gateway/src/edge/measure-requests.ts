import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { EdgeRequest } from './edge-request';
import { requestIdOf } from './request-id';
import { RequestMeter } from './request-meter';

/** Probes and scrapes of monitoring, every few seconds. */
const UNTRACED = /^\/(?:health\/|metrics$)/;

@Injectable()
export class MeasureRequests implements NestMiddleware {
  constructor(private readonly meter: RequestMeter) {}

  use(request: EdgeRequest, response: Response, next: NextFunction): void {
    const { method, headers } = request;
    const requestId = requestIdOf(headers);
    request.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    void this.meter.run({ method, headers, requestId, isTraced: !UNTRACED.test(request.path) }, async () => {
      next();
      await closed;
      return {
        route: String(request.route?.path ?? 'none'),
        status: response.writableFinished ? response.statusCode : 0,
        fault: (response.locals.fault as string | undefined) ?? 'none',
      };
    });
  }
}
