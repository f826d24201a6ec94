import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import type { UploadedFile } from './uploaded-file';

export interface EdgeRequest extends Request {
  /** The caller's `X-Request-Id` or a generated one; also a response header. */
  requestId?: string;
  caller?: Caller;
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
