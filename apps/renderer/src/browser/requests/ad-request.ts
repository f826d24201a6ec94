import { type FiltersEngine, Request, type RequestType } from '@ghostery/adblocker';

/** A request as the browser asks about it. */
export interface AskedRequest {
  url: string;
  /** DevTools' resource type in lower case. */
  type: string;
  /** The document that makes the request; for a frame's document, the one that holds the frame. Undefined: unknown. */
  sourceUrl: string | undefined;
}

/** Tells whether the lists block the request. */
export function isAdRequest(engine: FiltersEngine, { url, type, sourceUrl = url }: AskedRequest): boolean {
  // The library takes `document` for the main frame, which the caller asked for: never an ad.
  const kind = type === 'document' ? 'sub_frame' : (type as RequestType);
  return engine.match(Request.fromRawDetails({ url, type: kind, sourceUrl })).match;
}
