import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import { isTooLongName } from '../names/name-error';
import { dialTarget } from './dial-target';
import type { ProxyExchange, ProxyPass } from './proxy-pass';
import { connectFailure, REFUSAL_HEADER, refusalStatus, type UpstreamRoute } from './upstream-route';
import type { WaysOut } from './ways-out';

export function openTunnel(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  waysOut: WaysOut,
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
  const refusal = pass.refusalOf(target.url);
  if (refusal !== undefined) {
    refuse(refusal);
    return;
  }
  // A tunnel carries TLS, except for ws:// URLs.
  waysOut.to(target.url).then(
    (wayOut) => {
      if (client.destroyed) return;
      const tunnel: Tunnel = { target, client, head, wayOut, pass, exchange, refuse };
      void connect(tunnel);
    },
    (error: unknown) => refuse(connectFailure(error, target.host)),
  );
}

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

async function connect(tunnel: Tunnel): Promise<void> {
  const { target, client, wayOut, refuse } = tunnel;
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  try {
    const server = await dialTarget(wayOut, target, gone.signal);
    client.once('close', () => server.destroy());
    join(tunnel, server);
  } catch (error) {
    if (gone.signal.aborted) return;
    const failure = connectFailure(error, target.host);
    wayOut.failed(failure);
    refuse(failure);
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
  url: URL;
  host: string;
  port: number;
}

function parseAuthority(text: string): Authority | undefined {
  const port = /:(\d{1,5})$/.exec(text)?.[1];
  if (port === undefined || !URL.canParse(`http://${text}`)) return undefined;
  const { hostname, pathname, username } = new URL(`http://${text}`);
  if (pathname !== '/' || username !== '' || isTooLongName(hostname)) return undefined;
  return { url: new URL(`https://${text}`), host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
