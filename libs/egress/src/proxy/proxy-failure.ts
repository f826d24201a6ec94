import type { PageFailure, PageFailureReason } from '@orbweaver/core';
import { noPublicAddress } from '../address/egress-failure';

/** A page was not reached, probably because of one of the operator's proxies. */
export interface ProxyFailure extends PageFailure {
  reason: 'proxy-failed';
  isCertain: boolean;
}

export function isProxyFailure(failure: PageFailure): failure is ProxyFailure {
  return failure.reason === 'proxy-failed';
}

export function proxyFailure(message: string, { isCertain }: { isCertain: boolean }): ProxyFailure {
  return { reason: 'proxy-failed', message, isCertain };
}

export const closedWithoutAnswer = (target: string): ProxyFailure =>
  proxyFailure(`The proxy closed the connection to ${target} without a response: ERR_EMPTY_RESPONSE`, {
    isCertain: false,
  });

/** Error reports of proxies by RFC 9209 (`Proxy-Status: name; error=…`) or Squid's header. */
const reported: Record<string, PageFailureReason | undefined> = {
  dns_error: 'dns',
  dns_timeout: 'dns',
  destination_not_found: 'dns',
  destination_unavailable: 'refused',
  destination_ip_unroutable: 'refused',
  connection_refused: 'refused',
  connection_timeout: 'timed-out',
  connection_read_timeout: 'timed-out',
  connection_write_timeout: 'timed-out',
  connection_terminated: 'reset',
  http_response_incomplete: 'reset',
  tls_protocol_error: 'tls',
  tls_certificate_error: 'tls',
  tls_alert_received: 'tls',
  ERR_DNS_FAIL: 'dns',
  ERR_CONNECT_FAIL: 'refused',
  ERR_SOCKET_FAILURE: 'refused',
  ERR_READ_TIMEOUT: 'timed-out',
  ERR_READ_ERROR: 'reset',
  ERR_WRITE_ERROR: 'reset',
  ERR_ZERO_SIZE_OBJECT: 'reset',
  ERR_SECURE_CONNECT_FAIL: 'tls',
};

const sentences: Partial<Record<PageFailureReason, [sentence: string, netCode: string]>> = {
  refused: ['The proxy could not connect to the server', 'ERR_CONNECTION_REFUSED'],
  'timed-out': ['The server did not respond to the proxy in time', 'ERR_CONNECTION_TIMED_OUT'],
  reset: ['The server closed the connection to the proxy', 'ERR_CONNECTION_RESET'],
  tls: ['The TLS handshake between proxy and server failed', 'ERR_SSL_PROTOCOL_ERROR'],
};

/** A response through a proxy; repeated fields are joined by ", ". */
export interface ProxyAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The proxy's reason for a plain request without a response of the site; undefined: the site's response. A site could
 * forge it, so it is never certain.
 */
export function relayFailure(answer: ProxyAnswer, target: string): PageFailure | undefined {
  if (answer.status === 407) return notAccepted({ isCertain: false });
  return answer.status >= 400 ? reportedFailure(answer, target) : undefined;
}

export function tunnelFailure(answer: ProxyAnswer, target: string): PageFailure {
  if (answer.status === 407) return notAccepted({ isCertain: true });
  const known = reportedFailure(answer, target);
  if (known !== undefined) return known;
  // 502 and 504 mean that the server did not respond.
  if (answer.status === 502) return targetFailure('refused', target);
  if (answer.status === 504) return targetFailure('timed-out', target);
  return proxyFailure(
    `The proxy refused to connect to ${target} (status ${answer.status}): ERR_TUNNEL_CONNECTION_FAILED`,
    { isCertain: false },
  );
}

export function targetFailure(reason: PageFailureReason, target: string): PageFailure {
  if (reason === 'dns') return noPublicAddress(target);
  const [sentence, netCode] = sentences[reason] ?? ['The proxy could not reach the server', 'ERR_FAILED'];
  return { reason, message: `${sentence}: ${target}: ${netCode}` };
}

function notAccepted(blame: { isCertain: boolean }): ProxyFailure {
  return proxyFailure('The proxy rejected the configured credentials (407): ERR_PROXY_AUTH_REQUESTED', blame);
}

function reportedFailure({ headers }: ProxyAnswer, target: string): PageFailure | undefined {
  // The operator's proxy is the nearest, so it writes the last list member.
  const status = String(headers['proxy-status'] ?? '').slice(-500);
  const error = /;\s*error="?([a-z_]+)[^,]*$/.exec(status)?.[1] ?? String(headers['x-squid-error'] ?? '').split(' ')[0];
  const reason = error && Object.hasOwn(reported, error) ? reported[error] : undefined;
  return reason && targetFailure(reason, target);
}
