import { LRUCache } from 'lru-cache';
import { isMalformedResponse } from '../http1/malformed-response';

/**
 * Protocol and parser for a server. `http1`: HTTP/1.1, parsed strictly. `http2`: HTTP/2 where the server selects it. `tolerant`:
 * HTTP/1.1, parsed as browsers parse it, one request per connection.
 */
export type WireFormat = 'http1' | 'http2' | 'tolerant';

const MAX_ORIGINS = 1000;
const TTL_MS = 10 * 60_000;

/** Formats of origins for which the default format has failed. */
export class WireFormats {
  private readonly formats = new LRUCache<string, WireFormat>({ max: MAX_ORIGINS, ttl: TTL_MS });

  of({ origin }: URL): WireFormat {
    return this.formats.get(origin) ?? 'http1';
  }

  /** Whether to repeat the request in the format that `of` now returns. */
  learn({ origin }: URL, method: string, tried: WireFormat, error: unknown): boolean {
    if (tried === 'http1' && speaksOtherProtocol(error)) {
      this.formats.set(origin, 'http2');
      // The handshake failed, so the server has received no request.
      return true;
    }
    if (tried === 'tolerant' || !isMalformedResponse(error)) return false;
    this.formats.set(origin, 'tolerant');
    return method === 'GET' || method === 'HEAD';
  }
}

/** The alert of servers that do not support the only protocol that was offered, HTTP/1.1. */
function speaksOtherProtocol(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';
}
