import { createOriginMemory, isMalformedResponse, isRepeatableMethod } from '../http1/malformed-response';

/**
 * `http1`: HTTP/1.1, strict parser. `http2`: HTTP/2 if selected by the server. `tolerant`: HTTP/1.1 parsed like in
 * browsers, one request per connection.
 */
export type WireFormat = 'http1' | 'http2' | 'tolerant';

export class WireFormats {
  private readonly formats = createOriginMemory<WireFormat>();

  of({ origin }: URL): WireFormat {
    return this.formats.get(origin) ?? 'http1';
  }

  learn({ origin }: URL, method: string, tried: WireFormat, error: unknown): boolean {
    if (tried === 'http1' && speaksOtherProtocol(error)) {
      this.formats.set(origin, 'http2');
      return true;
    }
    if (tried === 'tolerant' || !isMalformedResponse(error)) return false;
    this.formats.set(origin, 'tolerant');
    return isRepeatableMethod(method);
  }
}

function speaksOtherProtocol(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';
}
