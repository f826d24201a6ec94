import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';

export interface EdgeRequest extends Request {
  /** The caller's `X-Request-Id`, or one of ours; the answer has it too. */
  requestId?: string;
  /** Set by the key guard. */
  caller?: Caller;
  /** The body as its schema parsed it; set by ReadBody. */
  wireBody?: unknown;
}

/** Aborts when the caller closes the connection before the answer is sent, and when the answer is sent. */
export function untilClosed(request: Request, response: Response): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  if (request.destroyed && response.destroyed) closed.abort();
  return closed.signal;
}
