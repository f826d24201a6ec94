import type { PageFailure } from '@orbweaver/core';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';

export interface HttpRequest {
  /** http or https. Credentials in it become an Authorization header. */
  url: string;
  /** Default: GET. */
  method?: string;
  /** Names in any case. Fields that belong to the connection (Host, Content-Length, …) are left out. */
  headers?: Readonly<Record<string, string>>;
  /** Added to `headers` for the origin of `url` only: a redirect to another origin does not get them. */
  originHeaders?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** An AbortSignal.timeout gives `timed-out`, any other abort `cancelled`. Covers everything up to the last byte. */
  signal?: AbortSignal;
  /**
   * Ends a body of a matching `Content-Type` (empty when absent) this long after the request began: the part that has
   * arrived is the response, marked `isIncomplete`. Applied by `fetch` only.
   */
  cut?: { afterMs: number; types: RegExp };
  /** Awaited when the head of the response is there, after redirects, and before its body is read. */
  onAnswer?(): Promise<void>;
  /** Bytes on the wire. Default: 64 MiB. */
  maxBytes?: number;
  /** Bytes after decompression. Default: `maxBytes` if the rest is cut, otherwise 64 MiB. */
  maxDecodedBytes?: number;
  /** The result for a larger body: the failure `too-large` (the default) or its beginning. */
  onTooLarge?: 'fail' | 'cut';
  /** Default: 10; 0 returns the redirect itself as the response. */
  maxRedirects?: number;
  skipTlsVerification?: boolean;
  /** Default: 10 s. */
  connectTimeoutMs?: number;
  /**
   * Carries the whole exchange, redirects included. Targets are checked as without it. A proxy that takes names also
   * resolves names that have no address here.
   */
  proxy?: UpstreamProxy;
}

export interface HttpResponse {
  kind: 'response';
  /** The URL that responded, after redirects, without credentials. */
  url: string;
  status: number;
  statusText: string;
  /** Lower-case names; repeated fields are joined by ", ". Set-Cookie is in `setCookies` only. */
  headers: Record<string, string>;
  /** The cookies of all responses, those of redirects first. */
  setCookies: string[];
  /** Decompressed, in the page's own character encoding. */
  body: Buffer;
  /** `cut` ended the body. */
  isIncomplete?: true;
  /** The URLs that responded with a redirect, in order, without `url`. */
  redirects: string[];
  timings: { firstByteMs: number; totalMs: number };
}

/** A response whose body is still on its way. */
export interface HttpOpening {
  kind: 'open';
  /** The URL that responds, after redirects, without credentials. */
  url: string;
  status: number;
  /** Lower-case names; repeated fields are joined by ", ". */
  headers: Record<string, string>;
  /**
   * Decompressed, as it arrives; a slow reader slows the sender. Read it, or give it up by `discard`. Throws
   * BrokenBodyError when the rest does not come.
   */
  body: AsyncIterable<Buffer>;
  /** Reads a small remaining body without decoding it; closes the connection of a larger one. Never rejects. */
  discard(): Promise<void>;
}

/** The error of a body after its beginning was given. */
export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';

  constructor(
    readonly failure: PageFailure,
    cause: unknown,
  ) {
    super(failure.message, { cause });
  }
}

/** A value, never an exception: a failure on the way to a page is a fact about the page. */
export type HttpResult = HttpResponse | { kind: 'failed'; failure: PageFailure };
