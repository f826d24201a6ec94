import type { CachedCapture, RenderPage } from '@orbweaver/contracts';
import { hasUsualScreenshot, isCacheableStatus } from '@orbweaver/core';
import { type Capture, isPdf, unpackBody } from '@orbweaver/extraction';
import { isBlocked } from '../fetch/block-signs';

const MIB = 1024 * 1024;
/** Limits the uncompressed body of a hit. */
const MAX_BODY_BYTES = 16 * MIB;
/** Limits body and screenshot together: a RenderPage carries 16 MiB, of which its options may take two. */
const MAX_CACHED_BYTES = 12 * MIB;
/** The headers that extraction reads. Never those that belong to one visitor, such as cookies. */
const CACHED_HEADERS = ['content-type', 'refresh'];
/** The site declares the answer, or one of its fields, private to one visitor. */
const IS_PRIVATE = /(?:^|[\s,])(?:private|no-store)\b/i;
/** The site answers other visitors differently. Other `Vary` fields are the same for all our visitors. */
const VARIES_BY_VISITOR = /(?:^|,)\s*(?:\*|cookie|authorization)\s*(?:,|$)/i;
const MAX_HEADER_CHARS = 16 * 1024;
const PNG_URI = 'data:image/png;base64,';

/** What the page cache gets beside a document. */
export interface CaptureToCache {
  capture: CachedCapture;
  /** As `packBody` packs it; absent: the page failed, which is counted and not stored. */
  body?: Uint8Array;
  /** A PNG file. */
  screenshot?: Uint8Array;
}

/** `wantsBody`: the answer is worth storing and not a failure. */
export type WantedCapture = Omit<CaptureToCache, 'body'> & { wantsBody: boolean };

/** What a capture is cached with. */
export interface CacheableAs {
  /** Warnings of the route that hold for later requests too. */
  warnings: readonly string[];
  /** When the page came back. Milliseconds since 1970. */
  capturedAt: number;
}

/**
 * What of a capture may be cached, without its body, which is packed where the document is made; undefined: nothing.
 *
 * A capture with warnings is not cached: it was stopped, cut or half of a page, and a fetch may give more.
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

/** Adds the packed body; undefined when it is too large. `maxBytes`: the room left in the document's message. */
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

/** For a page that was fetched, also when a cached one could not be read. */
export function cacheStateOf({ cache }: RenderPage): { cacheState?: 'miss' } {
  return cache === undefined ? {} : { cacheState: 'miss' };
}

/** The capture that came with the message; undefined: there is none, or it cannot be read, so the page is fetched. */
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
    // However it came then, no proxy was used now.
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
 * Whether a site gives the same answer to everyone. Our visitors come without cookies, so a cookie that is set, even by
 * a redirect, belongs to a session that the answer may show; its forms hold that session's token.
 */
function isPublic(headers: Capture['headers']): boolean {
  const { 'cache-control': cacheControl = '', vary = '', 'set-cookie': cookie } = headers;
  return cookie === undefined && !IS_PRIVATE.test(cacheControl) && !VARIES_BY_VISITOR.test(vary);
}

function pngOf({ screenshot }: Capture): Uint8Array | undefined {
  return screenshot?.startsWith(PNG_URI) ? Buffer.from(screenshot.slice(PNG_URI.length), 'base64') : undefined;
}
