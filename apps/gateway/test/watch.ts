import { WebSocket } from 'ws';
import type { TestGateway } from './start-gateway';

/** A WebSocket that follows a job. */
export interface Watcher {
  socket: WebSocket;
  // biome-ignore lint/suspicious/noExplicitAny: tests read into frames of every shape
  frames: any[];
  closed: Promise<{ code: number; reason: string }>;
}

/** Sends `key` as the subprotocol, `header` as `Authorization`. */
export function watch(
  gateway: TestGateway,
  path: string,
  options: { key?: string; header?: string; requestId?: string } = {},
): Watcher {
  const socket = new WebSocket(
    gateway.address.replace('http', 'ws') + path,
    options.key === undefined ? [] : [options.key],
    {
      headers: {
        ...(options.header === undefined ? {} : { authorization: options.header }),
        ...(options.requestId === undefined ? {} : { 'x-request-id': options.requestId }),
      },
    },
  );
  const frames: unknown[] = [];
  socket.on('message', (text, isBinary) => frames.push(isBinary ? 'binary' : JSON.parse(String(text))));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  return { socket, frames, closed };
}
