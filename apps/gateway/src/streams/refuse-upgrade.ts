import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../errors/api-error';

/** A peer that does not close the connection in this time is disconnected. */
const CLOSE_GRACE_MS = 1000;

/** Sends the error in response to an upgrade request and closes the connection. Idempotent. */
export function refuseUpgrade(socket: Duplex, { status, body, extra }: ApiError, requestId: string): void {
  if (socket.writableEnded) return;
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
    ...Object.entries(extra.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${json}`, () => socket.destroy());
  setTimeout(() => socket.destroy(), CLOSE_GRACE_MS).unref();
}
