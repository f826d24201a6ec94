import type { CachedCapture, RenderPage } from '@orbweaver/contracts';
import { hasUsualScreenshot, isCacheableStatus } from '@orbweaver/core';
import { type Capture, isPdf, unpackBody } from '@orbweaver/extraction';
import { isBlocked } from '../fetch/block-signs';

const MIB = 1024 * 1024;
const MAX_BODY_BYTES = 16 * MIB;
/** Limits body and screenshot together: a message of `render.bulk` carries 16 MiB, up to two of them options. */
const MAX_CACHED_BYTES = 12 * MIB;
/** The headers that extraction reads. Must not contain headers of one visitor, such as cookies. */
const CACHED_HEADERS = ['content-type', 'refresh'];
/** The response, or one of its fields, is private to one visitor. */
const IS_PRIVATE = /(?:^|[\s,])(?:private|no-store)\b/i;
/** The response depends on the visitor. Other `Vary` fields are the same for all our visitors. */
const VARIES_BY_VISITOR = /(?:^|,)\s*(?:\*|cookie|authorization)\s*(?:,|$)/i;
const MAX_HEADER_CHARS = 16 * 1024;
const PNG_URI = 'data:image/png;base64,';

/** The fields for the page cache that are sent with a document. */
export interface CaptureToCache {
  capture: CachedCapture;
  /** From `packBody`. Absent if the page failed, which is counted and not stored. */
  body?: Uint8Array;
  screenshot?: Uint8Array;
}

/** `wantsBody`: the response is worth storing and not a failure. */
export type WantedCapture = Omit<CaptureToCache, 'body'> & { wantsBody: boolean };

export interface CacheableAs {
  warnings: readonly string[];
  capturedAt: number;
}

/**
 * The cacheable part of a capture, without its body, which is packed during extraction; undefined if nothing is
 * cacheable. A capture with warnings is incomplete, so it is not cached.
 */
export function captureToCache(
  message: RenderPage,
  capture: Capture,
  { warnings, capturedAt }: CacheableAs,
): WantedCapture | undefined {
  if (message.keepCapture !== true) return undefined;
  const kept = describe(capture, warnings, capturedAt);
  if (!isCacheableStatus(capture.status) || isBlocked(capture)) return { capture: kept, wantsBody: false };
  // Without a header that extraction reads, another document would be made of it.
  if (CACHED_HEADERS.some((name) => capture.headers[name] !== kept.headers[name])) return undefined;
  const isFileItself = kept.isPdf && !message.spec.pdf.parse;
  if (isFileItself || capture.body.byteLength > MAX_BODY_BYTES || (capture.warnings ?? []).length > 0) return undefined;
  const screenshot = hasUsualScreenshot(message.spec) ? pngOf(capture) : undefined;
  return { capture: kept, wantsBody: true, ...(screenshot && { screenshot }) };
}

/** Adds the packed body; undefined if it is too large. `maxBytes`: the space left in the document's message. */
export function withBody(
  { capture, screenshot, wantsBody }: WantedCapture,
  body: Uint8Array | undefined,
  maxBytes: number,
): CaptureToCache | undefined {
  if (!wantsBody) return { capture };
  if (body === undefined) return undefined;
  const bytes = body.byteLength + (screenshot?.byteLength ?? 0);
  if (bytes > Math.min(MAX_CACHED_BYTES, maxBytes)) return undefined;
  return { capture, body, ...(screenshot && { screenshot }) };
}

/** `miss` for a fetched page, also when a cached capture was unreadable. */
export function cacheStateOf({ cache }: RenderPage): { cacheState?: 'miss' } {
  return cache === undefined ? {} : { cacheState: 'miss' };
}

/** The capture in the message; undefined if there is none or it is unreadable, so the page must be fetched. */
export async function readCachedCapture(message: RenderPage): Promise<Capture | undefined> {
  const { cache, captureBody, captureScreenshot, sourceUrl } = message;
  if (cache?.state !== 'hit' || captureBody === undefined) return undefined;
  let body: Buffer;
  try {
    body = await unpackBody(captureBody, MAX_BODY_BYTES);
  } catch {
    return undefined; // damaged, or larger than it may be
  }
  // These fields are not part of a capture.
  const { isPdf: _, warnings: __, capturedAt: ___, ...capture } = cache.capture;
  return {
    ...capture,
    sourceUrl,
    body,
    // No proxy was used for this request.
    proxyUsed: 'basic',
    ...(captureScreenshot && { screenshot: PNG_URI + Buffer.from(captureScreenshot).toString('base64') }),
  };
}

function describe(capture: Capture, warnings: readonly string[], capturedAt: number): CachedCapture {
  const { url, status, statusText, headers, charset, engine } = capture;
  const kept = CACHED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined || value.length > MAX_HEADER_CHARS ? [] : [[name, value] as const];
  });
  return {
    url,
    status,
    ...(statusText !== undefined && { statusText }),
    headers: Object.fromEntries(kept),
    ...(charset !== undefined && { charset }),
    engine,
    isPdf: isPdf(capture),
    isPublic: isPublic(headers),
    capturedAt,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

/**
 * Whether a site sends the same response to everyone. Requests carry no cookies, so a set cookie starts a session, and
 * the forms of the page may contain its token.
 */
function isPublic(headers: Capture['headers']): boolean {
  const { 'cache-control': cacheControl = '', vary = '', 'set-cookie': cookie } = headers;
  return cookie === undefined && !IS_PRIVATE.test(cacheControl) && !VARIES_BY_VISITOR.test(vary);
}

function pngOf({ screenshot }: Capture): Uint8Array | undefined {
  return screenshot?.startsWith(PNG_URI) ? Buffer.from(screenshot.slice(PNG_URI.length), 'base64') : undefined;
}
