import type { Caller } from '@orbweaver/persistence';
import type { Request } from 'express';

/** A request on its way through the edge. */
export interface EdgeRequest extends Request {
  /** Set by the key guard. */
  caller?: Caller;
  /** The body as its schema gave it; set by the body reader. */
  wireBody?: unknown;
}
