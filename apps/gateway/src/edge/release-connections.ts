import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { STOPPING, type Stopping } from '@orbweaver/platform';
import type { NextFunction, Request, Response } from 'express';

/** For a caller who is still sending to read the answer. */
const READING_MS = 1000;

/**
 * The server closes when its last connection does, and a caller keeps one open for seconds after an answer. One that
 * is answered while the process stops is of no more use to him: he is sent elsewhere. Nor is one on which a body goes
 * on coming in that nobody wants: the request was refused by its head.
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
