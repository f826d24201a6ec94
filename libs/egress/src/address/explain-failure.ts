import type { PageFailure, PageFailureReason } from '@orbweaver/core';
import { isMalformedResponse } from '../http1/malformed-response';
import { EgressError } from './guarded-lookup';

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`The body is larger than ${maxBytes} bytes`);
  }
}

export interface FailureContext {
  host: string;
  signal: AbortSignal | undefined;
  skipTlsVerification: boolean;
  inBody: boolean;
}

type Explanation = [reason: PageFailureReason, sentence: string, netCode: string];

const byCode: Record<string, Explanation> = {
  ENOTFOUND: ['dns', 'The host name cannot be resolved', 'ERR_NAME_NOT_RESOLVED'],
  EAI_AGAIN: ['dns', 'The host name cannot be resolved at the moment', 'ERR_NAME_NOT_RESOLVED'],
  ECONNREFUSED: ['refused', 'The server refused the connection', 'ERR_CONNECTION_REFUSED'],
  EHOSTUNREACH: ['refused', 'The server cannot be reached', 'ERR_ADDRESS_UNREACHABLE'],
  ENETUNREACH: ['refused', 'The server cannot be reached', 'ERR_ADDRESS_UNREACHABLE'],
  EADDRNOTAVAIL: ['refused', 'The server cannot be reached', 'ERR_ADDRESS_INVALID'],
  EACCES: ['refused', 'The network blocked the connection', 'ERR_NETWORK_ACCESS_DENIED'],
  EPERM: ['refused', 'The network blocked the connection', 'ERR_NETWORK_ACCESS_DENIED'],
  ECONNRESET: ['reset', 'The server reset the connection', 'ERR_CONNECTION_RESET'],
  ECONNABORTED: ['reset', 'The connection was aborted', 'ERR_CONNECTION_ABORTED'],
  EPIPE: ['reset', 'The server reset the connection', 'ERR_CONNECTION_RESET'],
  UND_ERR_SOCKET: ['reset', 'The server closed the connection without a response', 'ERR_EMPTY_RESPONSE'],
  UND_ERR_INFO: ['reset', 'The connection was closed', 'ERR_CONNECTION_CLOSED'],
  UND_ERR_DESTROYED: ['cancelled', 'The client was closed', 'ERR_ABORTED'],
  UND_ERR_CLOSED: ['cancelled', 'The client was closed', 'ERR_ABORTED'],
  UND_ERR_ABORTED: ['cancelled', 'The request was cancelled', 'ERR_ABORTED'],
  ETIMEDOUT: ['timed-out', 'The server did not answer in time', 'ERR_CONNECTION_TIMED_OUT'],
  UND_ERR_CONNECT_TIMEOUT: ['timed-out', 'The connection timed out', 'ERR_CONNECTION_TIMED_OUT'],
  UND_ERR_HEADERS_TIMEOUT: ['timed-out', 'The server did not answer in time', 'ERR_TIMED_OUT'],
  UND_ERR_BODY_TIMEOUT: ['timed-out', 'The response stopped before its end', 'ERR_TIMED_OUT'],
  UND_ERR_HEADERS_OVERFLOW: ['bad-response', 'The response headers are too large', 'ERR_RESPONSE_HEADERS_TOO_BIG'],
  HPE_HEADER_OVERFLOW: ['bad-response', 'The response headers are too large', 'ERR_RESPONSE_HEADERS_TOO_BIG'],
  ERR_INVALID_HTTP_RESPONSE: ['bad-response', 'The response is not HTTP', 'ERR_INVALID_HTTP_RESPONSE'],
  CERT_HAS_EXPIRED: ['tls', 'The certificate has expired', 'ERR_CERT_DATE_INVALID'],
  CERT_NOT_YET_VALID: ['tls', 'The certificate is not valid yet', 'ERR_CERT_DATE_INVALID'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', 'The certificate is for another host', 'ERR_CERT_COMMON_NAME_INVALID'],
};

const brokenTransfer = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Converts a network error to a page failure. Undefined for unknown errors, which are our own faults. */
export function explainFailure(error: unknown, context: FailureContext): PageFailure | undefined {
  if (context.signal?.aborted) return abortedFailure(context.signal);
  if (error instanceof EgressError) return error.failure;
  if (error instanceof BodyTooLargeError) return { reason: 'too-large', message: error.message };
  const code = codeOf(error);
  // The body is incomplete and must not be treated as the page.
  if (context.inBody && brokenTransfer.has(code)) {
    return failure(
      ['reset', 'The connection was lost before the end of the response', 'ERR_CONNECTION_CLOSED'],
      context,
    );
  }
  const known = byCode[code] ?? byFamily(code);
  return known && failure(known, context);
}

export function abortedFailure(signal: AbortSignal): PageFailure {
  const isTimeout = (signal.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
  return isTimeout
    ? { reason: 'timed-out', message: 'The page did not load within the time limit: ERR_TIMED_OUT' }
    : { reason: 'cancelled', message: 'The request was cancelled: ERR_ABORTED' };
}

function byFamily(code: string): Explanation | undefined {
  if (/^(?:DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return ['tls', 'The certificate is not issued by a known authority', 'ERR_CERT_AUTHORITY_INVALID'];
  if (/^(?:CERT_|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|CRL_|ERROR_IN_)/.test(code))
    return ['tls', 'The certificate is not valid', 'ERR_CERT_INVALID'];
  if (/^(?:EPROTO|ERR_SSL_|ERR_TLS_|ERR_OSSL_)/.test(code))
    return ['tls', 'The TLS handshake failed', 'ERR_SSL_PROTOCOL_ERROR'];
  if (/^(?:Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING|ERR_ZSTD|ZSTD_)|^ERR__ERROR/.test(code))
    return ['bad-response', 'The compressed body is invalid', 'ERR_CONTENT_DECODING_FAILED'];
  if (isMalformedResponse({ code })) return ['bad-response', 'The response is not HTTP', 'ERR_INVALID_HTTP_RESPONSE'];
  if (/^(?:ERR_HTTP2_|NGHTTP2_)/.test(code))
    return ['bad-response', 'The server violates HTTP/2', 'ERR_HTTP2_PROTOCOL_ERROR'];
  if (code === 'UND_ERR_INVALID_ARG')
    return ['bad-response', 'The request has an invalid header or method', 'ERR_INVALID_ARGUMENT'];
  return undefined;
}

function failure([reason, sentence, netCode]: Explanation, { host, skipTlsVerification }: FailureContext): PageFailure {
  const advice =
    reason !== 'tls'
      ? ''
      : skipTlsVerification
        ? ' (certificates were not checked)'
        : ' (set skipTlsVerification: true to skip the check)';
  return { reason, message: `${sentence}: ${host}${advice}: ${netCode}` };
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return codeOf(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The parser sets no code if the first byte is invalid.
  if ('name' in error && error.name === 'HTTPParserError') return 'HPE_INVALID';
  return 'cause' in error ? codeOf(error.cause) : '';
}
