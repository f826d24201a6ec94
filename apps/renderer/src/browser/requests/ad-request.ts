import { type FiltersEngine, Request, type RequestType } from '@ghostery/adblocker';

export interface ResourceRequest {
  url: string;
  /** DevTools' resource type in lower case. */
  type: string;
  /** The document that makes the request; for a frame's document, its parent document. */
  sourceUrl: string | undefined;
}

export function isAdRequest(engine: FiltersEngine, { url, type, sourceUrl = url }: ResourceRequest): boolean {
  // The library uses `document` for the main frame, which is never an ad.
  const kind = type === 'document' ? 'sub_frame' : (type as RequestType);
  return engine.match(Request.fromRawDetails({ url, type: kind, sourceUrl })).match;
}
