import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PageFailure, portOf } from '@orbweaver/core';
import { isTooLongName } from '../names/name-error';
import { forward } from './forward-request';
import type { ProxyPass } from './proxy-pass';
import { targetOf } from './refusal-memory';
import { connectFailure, REFUSAL_HEADER, refusalStatus } from './upstream-route';
import type { WaysOut } from './ways-out';

export function relayRequest(
  request: IncomingMessage,
  response: ServerResponse,
  waysOut: WaysOut,
  pass: ProxyPass,
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
  const refusal = pass.refusalOf(url);
  if (refusal !== undefined) {
    refuse(refusal);
    return;
  }
  waysOut.to(url).then(
    (wayOut) => {
      const refuseAndReport = (failure: PageFailure) => {
        wayOut.failed(failure);
        refuse(failure);
      };
      if (response.destroyed) return;
      forward({ request, response, url, host, port, wayOut, pass, exchange, refuse: refuseAndReport });
    },
    (error: unknown) => refuse(connectFailure(error, host)),
  );
}
