import type { Request, Response } from 'express';

/** Ends when the caller goes away before the answer is out. */
export function callerLeaves(request: Request, response: Response): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  if (request.destroyed && response.destroyed) leaving.abort();
  return leaving.signal;
}
