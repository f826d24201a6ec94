import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { boundServer } from './bound-server';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function start(changes: Partial<Parameters<typeof boundServer>[1]> = {}) {
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    request.resume().once('end', () => response.end('read'));
  });
  open.push(server);
  let drops = 0;
  const bounds = {
    HTTP_HEADERS_TIMEOUT: 500,
    HTTP_REQUEST_TIMEOUT: 1500,
    HTTP_KEEP_ALIVE_TIMEOUT: 60_000,
    HTTP_MAX_CONNECTIONS: 1000,
    ...changes,
  };
  boundServer(server, bounds, () => {
    drops += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, drops: () => drops };
}

/** Sends the text and then one byte per 100 ms. Resolves with the response, which a reset may discard. */
async function trickle(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  const drip = setInterval(() => socket.write('x'), 100);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  return answer;
}

it.each([
  ['a head', 'GET / HTTP/1.1\r\nHost: a.test\r\nX-Slow: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000000\r\n\r\n'],
])(
  'cuts off %s sent byte by byte without blocking other requests',
  async (_, text) => {
    const { port } = await start();
    const started = performance.now();
    const slow = Promise.all(Array.from({ length: 100 }, () => trickle(port, text)));
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' });
    expect(await answer.text()).toBe('read');
    expect(performance.now() - started).toBeLessThan(1500);
    const heard = await slow;
    for (const said of heard) expect(said).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    expect(heard.filter((said) => said !== '').length).toBeGreaterThan(heard.length / 2);
    expect(performance.now() - started).toBeLessThan(5000);
  },
  20_000,
);

it('limits the headers even without a limit for whole requests', async () => {
  const { port } = await start({ HTTP_REQUEST_TIMEOUT: 0 });
  expect(await trickle(port, 'GET / HTTP/1.1\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /);
});

it('closes connections above the maximum and logs it once', async () => {
  const { port, drops } = await start({ HTTP_MAX_CONNECTIONS: 2 });
  const opened: Socket[] = [];
  for (let n = 0; n < 4; n += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    opened.push(socket);
    await once(socket, n < 2 ? 'connect' : 'close');
  }
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([false, false, true, true]);
  expect(drops()).toBe(1);
  for (const socket of opened) socket.destroy();
});
