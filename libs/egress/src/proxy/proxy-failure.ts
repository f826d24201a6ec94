import type { PageFailure, PageFailureReason } from '@orbweaver/core';
import { noPublicAddress } from '../address/egress-failure';

/** A page was not reached, because of one of the operator's proxies or so it seems. */
export interface ProxyFailure extends PageFailure {
  reason: 'proxy-failed';
  /** false: the target behind the proxy may be the cause as well. */
  isCertain: boolean;
}

export function isProxyFailure(failure: PageFailure): failure is ProxyFailure {
  return failure.reason === 'proxy-failed';
}

/** The message is for callers, so it names neither the proxy's address nor its credentials. */
export function proxyFailure(message: string, { isCertain }: { isCertain: boolean }): ProxyFailure {
  return { reason: 'proxy-failed', message, isCertain };
}

export const closedWithoutAnswer = (target: string): ProxyFailure =>
  proxyFailure(`The proxy closed the connection to ${target} without an answer: ERR_EMPTY_RESPONSE`, {
    isCertain: false,
  });

/** A proxy's reports about its own errors, by RFC 9209 (`Proxy-Status: name; error=…`) or by Squid's custom. */
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
  'timed-out': ['The server did not answer the proxy in time', 'ERR_CONNECTION_TIMED_OUT'],
  reset: ['The server closed the connection to the proxy', 'ERR_CONNECTION_RESET'],
  tls: ['The proxy could not make a secure connection', 'ERR_SSL_PROTOCOL_ERROR'],
};

/** The known facts of a response that came through a proxy; repeated fields are joined by ", ". */
export interface ProxyAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Why a plain request (in absolute form) got no response from its site; undefined: this is the site's response. The
 * site may have written all of it, so nothing here proves the proxy's fault.
 */
export function relayFailure(answer: ProxyAnswer, target: string): PageFailure | undefined {
  if (answer.status === 407) return notAccepted({ isCertain: false });
  return answer.status >= 400 ? reportedFailure(answer, target) : undefined;
}

/** Why CONNECT was refused. */
export function tunnelFailure(answer: ProxyAnswer, target: string): PageFailure {
  if (answer.status === 407) return notAccepted({ isCertain: true });
  const known = reportedFailure(answer, target);
  if (known !== undefined) return known;
  // These two are defined to mean that the server behind gave no answer.
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
  return proxyFailure('The proxy does not accept the credentials it is given (407): ERR_PROXY_AUTH_REQUESTED', blame);
}

function reportedFailure({ headers }: ProxyAnswer, target: string): PageFailure | undefined {
  // The nearest proxy, the operator's, writes the last member of the list.
  const status = String(headers['proxy-status'] ?? '').slice(-500);
  const error = /;\s*error="?([a-z_]+)[^,]*$/.exec(status)?.[1] ?? String(headers['x-squid-error'] ?? '').split(' ')[0];
  const reason = error && Object.hasOwn(reported, error) ? reported[error] : undefined;
  return reason && targetFailure(reason, target);
}
