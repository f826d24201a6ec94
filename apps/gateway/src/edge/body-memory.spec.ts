import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { boundServer } from '@orbweaver/platform';
import { until } from '@orbweaver/testing';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

const MIB = 1024 * 1024;
/** Shared by all requests, so it does not count in the measured memory. */
const PART = Buffer.alloc(9.5 * MIB, ' ');
const WHOLE = 10 * MIB;

let gateway: TestGateway;
const sockets: Socket[] = [];

beforeEach(async () => {
  gateway = await startGateway({
    REQUEST_BODIES_MAX_MIB: '64',
    REQUEST_BODIES_TEAM_MIB: '32',
    EGRESS_ALLOW: '127.0.0.0/8',
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.close();
});

interface Upload {
  socket: Socket;
  /** The head of the answer; empty until it arrives. */
  answer: () => string;
}

/** Sends the head of a request and a part of its body, then stalls. */
async function stall(key: string, part: Buffer, head = `content-length: ${WHOLE}`): Promise<Upload> {
  const { hostname, port } = new URL(gateway.address);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /v2/scrape HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${head}\r\n\r\n`,
  );
  socket.write(part);
  return { socket, answer: () => received };
}

const reserved = async () =>
  (await gateway.metrics.getSingleMetric('orbweaver_http_request_body_bytes')?.get())?.values[0]?.value;

const untilReserved = (bytes: number) => until(`${bytes} bytes reserved`, async () => (await reserved()) === bytes);

const small = (key: string) => gateway.call('/v2/scrape', { key, body: {} });

/** Measured in a separate process: 60 such requests used 466 MB without reservations; 80 used 78 MB with them. */
describe('the memory limit for request bodies', () => {
  it('limits the memory of stalled bodies by team, without delaying other teams', async () => {
    const before = process.memoryUsage();
    const uploads = await Promise.all(Array.from({ length: 60 }, () => stall(gateway.key, PART)));
    const refused = () => uploads.filter(({ answer }) => answer().startsWith('HTTP/1.1 429'));
    await until('the refusals', () => refused().length === 57);
    await untilReserved(3 * WHOLE);
    const { external, heapUsed } = process.memoryUsage();
    const grown = external - before.external + heapUsed - before.heapUsed;
    expect(grown).toBeLessThan(64 * MIB);
    expect(refused()[0]?.answer()).toMatch(/retry-after: 5/i);
    expect(refused()[0]?.answer()).toContain('"code":"SERVICE_OVERLOADED"');
    const other = await insertTeam(gateway.database);
    expect((await small(other.key)).status).toBe(400);
  });

  it('rejects a body with 503 when the bodies of all teams reach the limit of the gateway', async () => {
    const teams = [gateway.key, (await insertTeam(gateway.database)).key];
    await Promise.all(teams.flatMap((key) => [1, 2, 3].map(() => stall(key, Buffer.from('{')))));
    await untilReserved(6 * WHOLE);
    const { key } = await insertTeam(gateway.database);
    const upload = await stall(key, Buffer.from('{'));
    await until('the refusal', () => upload.answer() !== '');
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*"code":"SERVICE_OVERLOADED"/i);
    // Small requests still fit.
    expect((await small(key)).status).toBe(400);
  });

  it('reserves the decompressed bytes received so far when the length is unknown', async () => {
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    await stall(gateway.key, chunk(Buffer.alloc(MIB, ' ')), 'transfer-encoding: chunked');
    await untilReserved(MIB);
    const packed = gzipSync(Buffer.alloc(MIB, ' '));
    await stall(gateway.key, packed, `content-encoding: gzip\r\ncontent-length: ${packed.length + 1}`);
    await untilReserved(2 * MIB);
    const bomb = gzipSync(Buffer.alloc(100 * MIB));
    const answer = await fetch(`${gateway.address}/v2/scrape`, {
      method: 'POST',
      body: bomb,
      headers: {
        authorization: `Bearer ${gateway.key}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
    });
    expect(answer.status).toBe(413);
    await untilReserved(2 * MIB);
  });

  it('releases a reservation when the caller closes the connection or the request is answered', async () => {
    const uploads = await Promise.all([1, 2, 3].map(() => stall(gateway.key, PART)));
    await untilReserved(3 * WHOLE);
    for (const { socket } of uploads) socket.destroy();
    await untilReserved(0);
    const [whole] = await Promise.all([stall(gateway.key, PART)]);
    whole?.socket.write(Buffer.alloc(WHOLE - PART.length, ' '));
    await until('an answer', () => whole?.answer().startsWith('HTTP/1.1 400'));
    await untilReserved(0);
  });

  it('does not read the body of a request without a valid key', async () => {
    const upload = await stall('unknown', PART);
    await until('an answer', () => upload.answer().startsWith('HTTP/1.1 401'));
    expect(await reserved()).toBe(0);
  });
});

describe('a stalled body', () => {
  it('times out after HTTP_REQUEST_TIMEOUT and releases its reservation', async () => {
    const server: Server = gateway.application.getHttpServer();
    const { port } = server.address() as AddressInfo;
    server.close();
    const bounds = { HTTP_HEADERS_TIMEOUT: 500, HTTP_REQUEST_TIMEOUT: 500, HTTP_KEEP_ALIVE_TIMEOUT: 500 };
    boundServer(server, { ...bounds, HTTP_MAX_CONNECTIONS: 10 }, () => undefined);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const upload = await stall(gateway.key, Buffer.from('{'));
    await untilReserved(WHOLE);
    await once(upload.socket, 'close');
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 408 /);
    await untilReserved(0);
  });
});
