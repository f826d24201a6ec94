import { type FiltersEngine, Request, type RequestType } from '@ghostery/adblocker';

/** A request as the browser asks about it. */
export interface AskedRequest {
  url: string;
  /** As DevTools has it, in lower case. */
  type: string;
  /** The document that asks; for the document of a frame the one that holds the frame. Undefined: nobody knows. */
  sourceUrl: string | undefined;
}

/** Whether the lists block the request. */
export function isAdRequest(engine: FiltersEngine, { url, type, sourceUrl = url }: AskedRequest): boolean {
  // The library takes a `document` for that of the main frame, which is what the caller asked for and never an ad.
  const kind = type === 'document' ? 'sub_frame' : (type as RequestType);
  return engine.match(Request.fromRawDetails({ url, type: kind, sourceUrl })).match;
}
