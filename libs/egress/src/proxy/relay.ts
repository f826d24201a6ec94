import type http from 'node:http';
import type { PageFailure } from '@orbweaver/core';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import type { ProxyExchange, ProxyPass } from './proxy-pass';
import type { UpstreamRoute } from './upstream-route';

export interface Relay {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  url: URL;
  host: string;
  port: number;
  wayOut: UpstreamRoute;
  pass: ProxyPass;
  exchange: ProxyExchange;
  refuse(failure: PageFailure): void;
}

export function relayingProxy({ wayOut: { upstream } }: Relay): UpstreamProxy | undefined {
  return upstream?.takesPlainRequests ? upstream : undefined;
}

export function requestPath(relay: Relay): string {
  const { host, pathname, search } = relay.url;
  return relayingProxy(relay) === undefined ? pathname + search : `http://${host}${pathname}${search}`;
}

export function outgoingFields(relay: Relay): string[] {
  const authorization = relayingProxy(relay)?.authorization();
  return [
    'host',
    relay.url.host,
    ...forwarded(relay.request.rawHeaders, ['host']),
    ...(authorization === undefined ? [] : ['Proxy-Authorization', authorization]),
  ];
}

/** Hop-by-hop fields, except Transfer-Encoding of requests, which Node needs to write the body. */
const perConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** Name, value, name, value, … in original order and case, which some sites check. */
export function forwarded(rawHeaders: readonly string[], without: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => {
    const name = (rawHeaders[index - (index % 2)] ?? '').toLowerCase();
    return !perConnection.has(name) && !without.includes(name);
  });
}
