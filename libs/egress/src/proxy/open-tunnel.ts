import type { IncomingMessage } from 'node:http';
import net, { type Socket } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import { guardedLookup } from '../address/guarded-lookup';
import { isTooLongName } from '../names/name-error';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { tunnelThrough } from './dial-proxy';
import type { ProxyExchange, ProxyPass } from './proxy-pass';
import {
  assertMayPass,
  connectFailure,
  connectTimeout,
  REFUSAL_HEADER,
  refusalStatus,
  type UpstreamRoute,
} from './upstream-route';

/** Handles CONNECT host:port. The content of the tunnel (TLS, WebSockets) is the browser's own. */
export function openTunnel(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  wayOut: UpstreamRoute,
  pass: ProxyPass,
): void {
  const target = parseAuthority(request.url ?? '');
  if (target === undefined) {
    endWith(client, 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const exchange = pass.begin(`${target.host}:${target.port}`, () => client.destroy());
  client.once('close', () => exchange.over());
  const refuse = (failure: PageFailure) => {
    pass.refused(exchange.target, failure);
    endWith(
      client,
      `HTTP/1.1 ${refusalStatus(failure)} Refused\r\n${REFUSAL_HEADER}: ${failure.reason}\r\nContent-Length: 0\r\n\r\n`,
    );
  };
  const givenUp = pass.givenUp(exchange.target);
  if (givenUp !== undefined) {
    refuse(givenUp);
    return;
  }
  assertMayPass(wayOut, target.host, target.port).then(
    () => {
      // The browser may have gone while an address was checked; its 'close' will not come again.
      if (client.destroyed) return;
      const tunnel: Tunnel = { target, client, head, wayOut, pass, exchange, refuse };
      if (wayOut.upstream === undefined) connect(tunnel);
      else void connectBy(wayOut.upstream, tunnel);
    },
    (error: unknown) => refuse(connectFailure(error, target.host)),
  );
}

/** A client that does not close its side would hold the connection. */
export function endWith(client: Socket, answer: string): void {
  client.end(answer, () => client.destroy());
}

interface Tunnel {
  target: Authority;
  client: Socket;
  head: Buffer;
  wayOut: UpstreamRoute;
  pass: ProxyPass;
  exchange: ProxyExchange;
  refuse(failure: PageFailure): void;
}

function connect(tunnel: Tunnel): void {
  const { target, client, wayOut, refuse } = tunnel;
  const { host, port } = target;
  const server = net.connect({ host, port, lookup: guardedLookup(wayOut.guard, port) });
  const timer = setTimeout(() => server.destroy(connectTimeout()), wayOut.connectTimeoutMs);
  const refuseOnError = (error: unknown) => refuse(connectFailure(error, target.host));
  server.once('error', refuseOnError);
  server.once('connect', () => {
    clearTimeout(timer);
    server.off('error', refuseOnError);
    join(tunnel, server);
  });
  client.once('close', () => {
    clearTimeout(timer);
    server.destroy();
  });
}

async function connectBy(upstream: UpstreamProxy, tunnel: Tunnel): Promise<void> {
  const { target, client, wayOut, refuse } = tunnel;
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  try {
    const { connectTimeoutMs, guard } = wayOut;
    const server = await tunnelThrough(upstream, target, { connectTimeoutMs, guard, signal: gone.signal });
    client.once('close', () => server.destroy());
    join(tunnel, server);
  } catch (error) {
    if (!gone.signal.aborted) refuse(connectFailure(error, target.host));
  }
}

function join({ client, head, wayOut, pass, exchange }: Tunnel, server: Socket): void {
  pass.reached(exchange.target);
  server.on('error', () => client.destroy());
  server.setNoDelay(true).setTimeout(wayOut.idleTimeoutMs, () => server.destroy());
  client.setNoDelay(true).write('HTTP/1.1 200 Connection Established\r\n\r\n');
  server.write(head);
  client.on('data', () => exchange.sent());
  server.on('data', (chunk: Buffer) => exchange.received(chunk.length));
  client.pipe(server).pipe(client);
  server.once('close', () => client.destroy());
}

interface Authority {
  /** Without brackets. */
  host: string;
  port: number;
}

function parseAuthority(text: string): Authority | undefined {
  const port = /:(\d{1,5})$/.exec(text)?.[1];
  if (port === undefined || !URL.canParse(`http://${text}`)) return undefined;
  const { hostname, pathname, username } = new URL(`http://${text}`);
  if (pathname !== '/' || username !== '' || isTooLongName(hostname)) return undefined;
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
