import http, { type IncomingMessage } from 'node:http';
import type { PageFailure } from '@orbweaver/core';
import { EgressError, guardedLookup } from '../address/guarded-lookup';
import { isMalformedResponse, isRepeatableMethod } from '../http1/malformed-response';
import { MAX_HEADER_BYTES } from '../http1/response-head';
import { exchangeTolerantly } from '../http1/tolerant-exchange';
import { type Delivery, deliverResponse, noHttpAnswer } from './deliver-response';
import { dialTarget } from './dial-target';
import { closedWithoutAnswer } from './proxy-failure';
import { outgoingFields, type Relay, relayingProxy, requestPath } from './relay';
import { connectFailure, connectTimeout } from './upstream-route';

export function forward(relay: Relay): void {
  const { wayOut, exchange } = relay;
  if (wayOut.malformedTargets.has(exchange.target)) void forwardTolerantly(relay);
  else forwardStrictly(relay);
}

function forwardStrictly(relay: Relay): void {
  const { request, response, host, port, wayOut, exchange, refuse } = relay;
  const { upstream, agent } = wayOut;
  const proxy = relayingProxy(relay);
  const outgoing = http.request({
    agent,
    host: proxy?.host ?? host,
    port: proxy?.port ?? port,
    path: requestPath(relay),
    method: request.method,
    headers: outgoingFields(relay),
    ...(upstream === undefined && { lookup: guardedLookup(wayOut.guard, port) }),
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const timer =
    upstream === undefined ? setTimeout(() => outgoing.destroy(connectTimeout()), wayOut.connectTimeoutMs) : undefined;
  outgoing.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => clearTimeout(timer));
    else clearTimeout(timer);
  });
  let delivery: Delivery | undefined;
  let hasFailed = false;
  outgoing.once('response', (answer) => {
    const { statusCode = 0, statusMessage: statusText = '', rawHeaders } = answer;
    answer.once('error', () => {
      // An incomplete response must not look complete to the browser.
      if (!hasFailed) response.destroy();
    });
    delivery = deliverResponse(relay, { statusCode, statusText, rawHeaders, body: answer });
    if (delivery === undefined) outgoing.destroy();
  });
  outgoing.once('error', (error) => {
    hasFailed = true;
    // The head and first chunks may have been parsed before the error and still be queued.
    delivery?.abandon();
    if (isMalformedResponse(error)) {
      wayOut.malformedTargets.set(exchange.target, true);
      if (!response.headersSent && !response.destroyed && isRepeatable(request)) {
        void forwardTolerantly(relay);
        return;
      }
    }
    refuse(failureOf(error, relay));
  });
  // A protocol switch (101) ends without an error.
  outgoing.once('close', () => {
    if (!hasFailed && !response.headersSent) refuse(connectFailure(noHttpAnswer(), host));
  });
  response.once('close', () => {
    clearTimeout(timer);
    outgoing.destroy();
  });
  request.pipe(outgoing);
}

/** Uses a separate connection for a target that the strict parser rejects. */
async function forwardTolerantly(relay: Relay): Promise<void> {
  const { request, response, host, port, wayOut, refuse } = relay;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const socket = await dialTarget(wayOut, { host, port }, gone.signal, { relay: relayingProxy(relay) !== undefined });
    response.once('close', () => socket.destroy());
    const sent = {
      method: request.method ?? 'GET',
      path: requestPath(relay),
      rawHeaders: outgoingFields(relay),
      ...(!isRepeatable(request) && { body: request }),
    };
    const limits = { maxHeaderBytes: MAX_HEADER_BYTES, silenceMs: wayOut.idleTimeoutMs };
    const answer = await exchangeTolerantly(socket, sent, limits);
    answer.body.once('error', () => response.destroy());
    if (deliverResponse(relay, answer) === undefined) answer.body.destroy();
  } catch (error) {
    if (!gone.signal.aborted) refuse(failureOf(error, relay));
  }
}

function failureOf(error: unknown, relay: Relay): PageFailure {
  const failure = connectFailure(error, relay.host);
  const isOfProxy = relayingProxy(relay) !== undefined && failure.reason === 'reset' && !(error instanceof EgressError);
  return isOfProxy ? closedWithoutAnswer(relay.host) : failure;
}

function isRepeatable({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return isRepeatableMethod(method) && !hasBody;
}
