import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import type { UploadedFile } from './uploaded-file';

export interface EdgeRequest extends Request {
  /** The caller's `X-Request-Id` or a generated one; also a response header. */
  requestId?: string;
  /** Absent on public routes and with an access token. */
  caller?: Caller;
  /** The name in an access token of the identity provider, on routes of the admin API. */
  administrator?: string;
  /** The parsed body; set by ReadBody. */
  wireBody?: unknown;
  /** The file of a multipart form; set by ReadBody. */
  upload?: UploadedFile;
}

/** Aborts when the response is sent or the caller closes the connection. */
export function untilClosed(request: Request, response: Response): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  if (request.destroyed && response.destroyed) closed.abort();
  return closed.signal;
}
