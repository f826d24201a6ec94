import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { type PageFailure, portOf } from '@orbweaver/core';
import { EgressError, guardedLookup } from '../address/guarded-lookup';
import { isTooLongName } from '../names/name-error';
import { closedWithoutAnswer, relayFailure } from './proxy-failure';
import type { ProxyExchange, ProxyPass } from './proxy-pass';
import { targetOf } from './target';
import {
  assertMayPass,
  connectFailure,
  connectTimeout,
  REFUSAL_HEADER,
  refusalStatus,
  type UpstreamRoute,
} from './upstream-route';

/** Handles a plain request in absolute form (`GET http://host/path`). */
export function relayRequest(
  request: IncomingMessage,
  response: ServerResponse,
  wayOut: UpstreamRoute,
  pass: ProxyPass,
  agent: http.Agent,
): void {
  const text = request.url ?? '';
  if (!URL.canParse(text) || new URL(text).protocol !== 'http:') {
    response.writeHead(400, { 'content-length': '0' }).end();
    return;
  }
  const url = new URL(text);
  if (isTooLongName(url.hostname)) {
    response.writeHead(400, { [REFUSAL_HEADER]: 'dns', 'content-length': '0' }).end();
    return;
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = portOf(url);
  const exchange = pass.begin(targetOf(url), () => response.destroy(), url.href);
  response.once('close', () => exchange.over());
  const refuse = (failure: PageFailure) => {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    pass.refused(exchange.target, failure);
    const fields = { [REFUSAL_HEADER]: failure.reason, 'content-type': 'text/plain; charset=utf-8' };
    response.writeHead(refusalStatus(failure), fields).end(`${failure.message}\n`);
  };
  const givenUp = pass.givenUp(exchange.target);
  if (givenUp !== undefined) {
    refuse(givenUp);
    return;
  }
  assertMayPass(wayOut, host, port).then(
    () => {
      // The browser may have gone while an address was checked; its 'close' will not come again.
      if (!response.destroyed) forward({ request, response, url, host, port, wayOut, pass, exchange, agent, refuse });
    },
    (error: unknown) => refuse(connectFailure(error, host)),
  );
}

interface Relay {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** Without brackets. */
  host: string;
  port: number;
  wayOut: UpstreamRoute;
  pass: ProxyPass;
  exchange: ProxyExchange;
  agent: http.Agent;
  refuse(failure: PageFailure): void;
}

function forward({ request, response, url, host, port, wayOut, pass, exchange, agent, refuse }: Relay): void {
  const { upstream } = wayOut;
  const relay = upstream?.takesPlainRequests ? upstream : undefined;
  const authorization = relay?.authorization();
  const outgoing = http.request({
    agent,
    host: relay?.host ?? host,
    port: relay?.port ?? port,
    path: relay === undefined ? url.pathname + url.search : `http://${url.host}${url.pathname}${url.search}`,
    method: request.method,
    headers: [
      'host',
      url.host,
      ...forwarded(request.rawHeaders, ['host']),
      ...(authorization === undefined ? [] : ['Proxy-Authorization', authorization]),
    ],
    ...(upstream === undefined && { lookup: guardedLookup(wayOut.guard, port) }),
    maxHeaderSize: 128 * 1024,
  });
  // An upstream's agent has a clock of its own for the way to it.
  const timer =
    upstream === undefined ? setTimeout(() => outgoing.destroy(connectTimeout()), wayOut.connectTimeoutMs) : undefined;
  outgoing.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => clearTimeout(timer));
    else clearTimeout(timer);
  });
  outgoing.once('response', (answer) => {
    const { statusCode = 0 } = answer;
    // Node's parser accepts such statuses, and Node's writer throws for them.
    if (statusCode < 200 || statusCode > 999) {
      refuse(connectFailure(noHttpAnswer(), host));
      outgoing.destroy();
      return;
    }
    const failure = relay && relayFailure({ status: statusCode, headers: answer.headers }, host);
    if (failure !== undefined) {
      refuse(failure);
      outgoing.destroy();
      return;
    }
    pass.reached(exchange.target);
    exchange.received(0);
    if (statusCode === 407) {
      // The browser would take it for our own refusal and forget the page's credential.
      response.writeHead(502, { [REFUSAL_HEADER]: 'bad-response', 'content-length': '0' }).end();
      outgoing.destroy();
      return;
    }
    response.writeHead(
      statusCode,
      writablePhrase(answer.statusMessage),
      forwarded(answer.rawHeaders, [REFUSAL_HEADER]),
    );
    // A response that breaks off at the site must not look complete to the browser.
    answer.once('error', () => response.destroy());
    answer.on('data', (chunk: Buffer) => exchange.received(chunk.length));
    answer.pipe(response);
  });
  outgoing.once('error', (error) => {
    const failure = connectFailure(error, host);
    const isOfProxy = relay !== undefined && failure.reason === 'reset' && !(error instanceof EgressError);
    refuse(isOfProxy ? closedWithoutAnswer(host) : failure);
  });
  // A response of another protocol (101) ends without an error.
  outgoing.once('close', () => {
    if (!response.headersSent) refuse(connectFailure(noHttpAnswer(), host));
  });
  response.once('close', () => {
    clearTimeout(timer);
    outgoing.destroy();
  });
  request.pipe(outgoing);
}

/** In the words of Node's parser. */
function noHttpAnswer(): Error {
  return Object.assign(new Error('No answer in HTTP'), { code: 'HPE_INVALID_STATUS' });
}

/** A site may put any bytes after its status; what cannot be written again is left out. */
function writablePhrase(phrase: string | undefined): string {
  return (phrase ?? '').replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
}

/** Hop-by-hop fields. Transfer-Encoding stays: it tells Node how to write the body. */
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

/** Name, value, name, value, … in their order and case, which some sites check. */
function forwarded(rawHeaders: readonly string[], without: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => {
    const name = (rawHeaders[index - (index % 2)] ?? '').toLowerCase();
    return !perConnection.has(name) && !without.includes(name);
  });
}
