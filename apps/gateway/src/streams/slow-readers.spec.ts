import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { untilTrue } from '../../test/until-true';
import { EventStream } from './event-stream';
import { Heartbeats } from './heartbeats';
import { sendInPieces } from './send-in-pieces';

/** Much more than the socket buffers of the operating system. */
const LARGE = 'x'.repeat(60_000_000);
/** Tolerates a pause of a second on a busy machine. */
const STALL_MS = 2000;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

/** Starts a server and returns a connection that has sent it a request. */
async function ask(answer: (response: ServerResponse) => void): Promise<Socket> {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closers.push(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return socket;
}

describe('EventStream', () => {
  it('sends a document for longer than the stall limit, without a heartbeat inside', async () => {
    let sendingMs = 0;
    const socket = await ask(async (response) => {
      const stream = new EventStream(response, 5, STALL_MS);
      const start = performance.now();
      await stream.send('document', LARGE, '1');
      sendingMs = performance.now() - start;
      stream.end();
    });
    // 20 MB per second: 3 s in total.
    let taken = 0;
    let rest = '';
    let large = 0;
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      const other = text.replaceAll('x', '');
      large += text.length - other.length;
      rest += other;
      taken += chunk.length;
      if (taken < 1_000_000) return;
      taken = 0;
      socket.pause();
      setTimeout(() => socket.resume(), 50);
    });
    await once(socket, 'end');
    expect(large).toBeGreaterThanOrEqual(LARGE.length);
    expect(sendingMs).toBeGreaterThan(STALL_MS);
    const behind = rest.slice(rest.indexOf('data: '));
    expect(behind.split('\n\n')[0]).not.toContain('heartbeat');
  }, 60_000);

  it('disconnects a stalled reader', async () => {
    let answer: ServerResponse | undefined;
    const socket = await ask((response) => {
      answer = response;
      void new EventStream(response, 60_000, 100).send('document', LARGE, '1');
    });
    socket.pause();
    await untilTrue(() => answer?.destroyed);
  });
});

describe('a watched WebSocket', () => {
  it('receives a large text in fragments of one message, each counted as a sign of life', async () => {
    const pieces: { length: number; fin?: boolean }[] = [];
    const send = (piece: Buffer, { fin }: { fin?: boolean }, taken: () => void) => {
      pieces.push({ length: piece.length, fin });
      taken();
    };
    const onTaken = jest.fn();
    await sendInPieces({ socket: { send } as never, onTaken }, 'x'.repeat(150_000), true);
    expect(pieces.map(({ fin }) => fin)).toEqual([false, false, true]);
    expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(150_000);
    expect(onTaken).toHaveBeenCalledTimes(3);
  });

  it('stays open while it receives data, and is disconnected if it is stalled and answers no ping', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    closers.push(() => server.close());
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[WebSocket]>;
    const peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong: false });
    closers.push(() => peer.terminate());
    const [socket] = await connected;
    const heartbeats = new Heartbeats();
    const look = (times: number) => {
      for (let time = 0; time < times; time += 1) heartbeats.check([socket]);
    };
    for (let piece = 0; piece < 10; piece += 1) {
      look(4);
      heartbeats.note(socket);
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    look(5);
    expect(socket.readyState).not.toBe(WebSocket.OPEN);
    await untilTrue(() => peer.readyState === WebSocket.CLOSED);
  });
});
