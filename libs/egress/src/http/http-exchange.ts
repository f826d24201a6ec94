import type { PageFailure } from '@orbweaver/core';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';

export interface HttpRequest {
  /** http or https. Credentials become an Authorization header. */
  url: string;
  /** Default: GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Additional headers for the origin of `url` only, not sent to other origins after a redirect. */
  originHeaders?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Covers everything up to the last byte. AbortSignal.timeout results in `timed-out`, other aborts in `cancelled`. */
  signal?: AbortSignal;
  /**
   * Stops a body with a matching `Content-Type` (empty if absent) this long after the start of the request; the
   * received part is returned as `isIncomplete`. `fetch` only.
   */
  cut?: { afterMs: number; types: RegExp };
  onAnswer?(): Promise<void>;
  /** Bytes on the wire. Default: 64 MiB. */
  maxBytes?: number;
  /** Bytes after decompression. Default: `maxBytes` if larger bodies are cut, otherwise 64 MiB. */
  maxDecodedBytes?: number;
  /** Larger bodies fail with `too-large` (default) or are cut. */
  onTooLarge?: 'fail' | 'cut';
  /** Default: 10. 0 returns the redirect as the response. */
  maxRedirects?: number;
  skipTlsVerification?: boolean;
  /** Called before each request, also of redirects. A failure ends the exchange without the request. */
  refuses?(url: URL): PageFailure | undefined;
  /** Default: 10 s. */
  connectTimeoutMs?: number;
  /**
   * Replaces the client's routes for the whole exchange with redirects, except for hosts of NO_PROXY. Targets are checked as without it. A proxy with PROXY_TARGETS=name also
   * resolves names without an address here.
   */
  proxy?: UpstreamProxy;
}

export interface HttpResponse {
  kind: 'response';
  url: string;
  status: number;
  statusText: string;
  /** Lower-case names; repeated fields are joined by ", ". Set-Cookie is only in `setCookies`. */
  headers: Record<string, string>;
  setCookies: string[];
  body: Buffer;
  isIncomplete?: true;
  redirects: string[];
  timings: { firstByteMs: number; totalMs: number };
}

export interface HttpOpening {
  kind: 'open';
  url: string;
  status: number;
  /** Lower-case names; repeated fields are joined by ", ". */
  headers: Record<string, string>;
  /** Decompressed, with back-pressure. Read it or call `discard`. Throws BrokenBodyError if it is incomplete. */
  body: AsyncIterable<Buffer>;
  /** Drains a small remaining body or closes the connection. Never rejects. */
  discard(): Promise<void>;
}

export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';

  constructor(
    readonly failure: PageFailure,
    cause: unknown,
  ) {
    super(failure.message, { cause });
  }
}

/** Failures of a page are values, never exceptions. */
export type HttpResult = HttpResponse | { kind: 'failed'; failure: PageFailure };
