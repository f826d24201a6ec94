import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { STOPPING, type Stopping } from '@orbweaver/platform';
import type { NextFunction, Request, Response } from 'express';

/** How long a caller that is still sending has to read the answer. */
const READING_MS = 1000;

/**
 * Closes connections that would delay others. The server stops when its last connection closes, and callers keep theirs
 * open for seconds: while the process stops, each is closed with its answer, so that the caller goes to another
 * process. A connection that still sends a refused body is cut off.
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
