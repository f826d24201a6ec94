import type { IncomingMessage } from 'node:http';
import net, { type Socket } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import { assertLiteralAllowed, guardedLookup } from '../address/guarded-lookup';
import { connectFailure, connectTimeout, REFUSAL_HEADER, refusalStatus, type WayOut } from './way-out';

/** CONNECT host:port. What flows through the tunnel (TLS, WebSockets) is the browser's own business. */
export function openTunnel(request: IncomingMessage, client: Socket, head: Buffer, wayOut: WayOut): void {
  const target = parseAuthority(request.url ?? '');
  if (target === undefined) {
    client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const refuse = (failure: PageFailure) => {
    wayOut.refused(target.host, failure);
    client.end(
      `HTTP/1.1 ${refusalStatus(failure)} Refused\r\n${REFUSAL_HEADER}: ${failure.reason}\r\nContent-Length: 0\r\n\r\n`,
    );
  };
  assertLiteralAllowed(wayOut.guard, target.host).then(
    () => connect(target, client, head, wayOut, refuse),
    (error: unknown) => refuse(connectFailure(error, target.host)),
  );
}

function connect(
  target: Authority,
  client: Socket,
  head: Buffer,
  wayOut: WayOut,
  refuse: (failure: PageFailure) => void,
): void {
  // The browser may have gone while an address was checked; its 'close' will not come again.
  if (client.destroyed) return;
  const upstream = net.connect({ host: target.host, port: target.port, lookup: guardedLookup(wayOut.guard) });
  const timer = setTimeout(() => upstream.destroy(connectTimeout()), wayOut.connectTimeoutMs);
  const refuseOnError = (error: unknown) => refuse(connectFailure(error, target.host));
  upstream.once('error', refuseOnError);
  upstream.once('connect', () => {
    clearTimeout(timer);
    wayOut.reached(target.host);
    upstream.off('error', refuseOnError).on('error', () => client.destroy());
    upstream.setNoDelay(true).setTimeout(wayOut.idleTimeoutMs, () => upstream.destroy());
    client.setNoDelay(true).write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    client.pipe(upstream).pipe(client);
    upstream.once('close', () => client.destroy());
  });
  client.once('close', () => {
    clearTimeout(timer);
    upstream.destroy();
  });
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
  if (pathname !== '/' || username !== '') return undefined;
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
