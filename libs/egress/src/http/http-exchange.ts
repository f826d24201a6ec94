import type { PageFailure } from '@orbweaver/core';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';

export interface HttpRequest {
  /** http or https. Credentials in it become an Authorization header. */
  url: string;
  /** GET unless given. */
  method?: string;
  /** Names in any case. What belongs to the connection (Host, Content-Length, …) is left out. */
  headers?: Readonly<Record<string, string>>;
  /** Over `headers`, but for the origin of `url` only: what a redirect leads to elsewhere does not get them. */
  originHeaders?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** An AbortSignal.timeout gives `timed-out`, any other abort `cancelled`. Covers everything up to the last byte. */
  signal?: AbortSignal;
  /** Bytes on the wire; 64 MiB unless given. */
  maxBytes?: number;
  /** Bytes after decompression; 64 MiB unless given. */
  maxDecodedBytes?: number;
  /** What a larger body gives: the failure `too-large` (unless told otherwise), or its beginning. */
  onTooLarge?: 'fail' | 'cut';
  /** 10 unless given; 0 gives the redirect itself as the response. */
  maxRedirects?: number;
  skipTlsVerification?: boolean;
  /** 10 s unless given. */
  connectTimeoutMs?: number;
  /**
   * Takes the whole exchange, redirects included. The targets are checked as without it, but where a name leads that
   * is not known here, the proxy decides.
   */
  proxy?: UpstreamProxy;
}

export interface HttpResponse {
  kind: 'response';
  /** Where the response came from, after redirects, without credentials. */
  url: string;
  status: number;
  statusText: string;
  /** Lower-case names; repeated fields are joined by ", ". Set-Cookie is in `setCookies` only. */
  headers: Record<string, string>;
  /** Of all answers, those of redirects first: the page was asked for with what they set. */
  setCookies: string[];
  /** Decompressed, in the page's own character encoding. */
  body: Buffer;
  /** The URLs that answered with a redirect, in order; `url` is not among them. */
  redirects: string[];
  timings: { firstByteMs: number; totalMs: number };
}

/** A response whose body is still on its way. */
export interface HttpOpening {
  kind: 'open';
  /** Where the response comes from, after redirects, without credentials. */
  url: string;
  status: number;
  /** Lower-case names; repeated fields are joined by ", ". */
  headers: Record<string, string>;
  /**
   * Decompressed, as it arrives; whoever is slow makes the sender wait. To be read, or given up by `discard`. Throws
   * BrokenBodyError when the rest does not come.
   */
  body: AsyncIterable<Buffer>;
  discard(): void;
}

/** What went wrong with a body after its beginning was given. */
export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';

  constructor(
    readonly failure: PageFailure,
    cause: unknown,
  ) {
    super(failure.message, { cause });
  }
}

/** A value, never an exception: what goes wrong on the way to a page is a fact about the page. */
export type HttpResult = HttpResponse | { kind: 'failed'; failure: PageFailure };
