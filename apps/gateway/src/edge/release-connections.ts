import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { STOPPING, type Stopping } from '@orbweaver/platform';
import type { NextFunction, Request, Response } from 'express';

/** Time for a caller that is still sending to read the response. */
const READING_MS = 1000;

/**
 * Closes connections after the response while the process stops, so that keep-alive does not delay the shutdown. Also
 * closes connections that continue to send a rejected body.
 */
@Injectable()
export class ReleaseConnections implements NestMiddleware {
  constructor(@Inject(STOPPING) private readonly stopping: Stopping) {}

  use(request: Request, response: Response, next: NextFunction): void {
    response.once('finish', () => {
      if (this.stopping.signal.aborted) request.socket.end();
      if (request.complete) return;
      setTimeout(() => {
        if (!request.complete) request.socket.destroy();
      }, READING_MS).unref();
    });
    next();
  }
}
