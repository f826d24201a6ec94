import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listenOnFreshPort, makeSelfSignedCertificate, until } from '@orbweaver/testing';
import { createAnsweringSockets } from './answering-sockets';

const MAX_SILENCE_MS = 1_000;
const UPLOAD = Buffer.alloc(48 * 1024 * 1024);
/** Longer than the kernel's buffers of about 10 MiB take to drain at the rate below. */
const MAX_UPLOAD_SILENCE_MS = 2_000;
const READ_BYTES_PER_MS = (8 * 1024 * 1024) / 1_000;

describe.each(['TCP', 'TLS'])('socket to a broker over %s', (protocol) => {
  let server: Server;
  let port: number;
  let isSilent: boolean;
  let accepted: Socket[];
  let opened: Socket[];

  beforeEach(async () => {
    isSilent = false;
    accepted = [];
    opened = [];
    const echo = (socket: Socket) => {
      accepted.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => isSilent || socket.write(chunk));
    };
    server = protocol === 'TCP' ? createServer(echo) : createTlsServer(makeSelfSignedCertificate('127.0.0.1'), echo);
    port = await listenOnFreshPort(server);
  });
  afterEach(async () => {
    for (const socket of [...opened, ...accepted]) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  async function open(count: number, maxSilenceMs = MAX_SILENCE_MS) {
    const factory = createAnsweringSockets(maxSilenceMs);
    return await Promise.all(
      Array.from({ length: count }, async () => {
        const ssl = protocol === 'TCP' ? undefined : { rejectUnauthorized: false };
        const socket = await new Promise<Socket>((resolve) => {
          const connecting: Socket = factory({
            host: '127.0.0.1',
            port,
            ssl: ssl as never,
            onConnect: () => resolve(connecting),
          });
        });
        opened.push(socket);
        const seen = { socket, error: undefined as NodeJS.ErrnoException | undefined, answers: 0 };
        socket.on('error', (error) => {
          seen.error = error;
        });
        socket.on('data', () => {
          seen.answers += 1;
        });
        socket.write('request');
        await until('the answer', () => seen.answers === 1);
        return seen;
      }),
    );
  }

  it('closes with ETIMEDOUT when a request is unanswered, together with idle sockets', async () => {
    const [asking, idle] = await open(2);
    isSilent = true;
    asking!.socket.write('request');
    await until('both sockets to close', () => asking!.socket.destroyed && idle!.socket.destroyed);
    expect([asking!.error?.code, idle!.error?.code]).toEqual(['ETIMEDOUT', 'ETIMEDOUT']);
  });

  it('stays open while a slow broker reads a large request, together with idle sockets', async () => {
    const [uploading, idle] = await open(2, MAX_UPLOAD_SILENCE_MS);
    let received = 0;
    isSilent = true;
    const startedAtMs = performance.now();
    for (const socket of accepted) {
      socket.on('data', ({ length }) => {
        received += length;
        if (received === UPLOAD.length) socket.write('answer');
        const aheadMs = received / READ_BYTES_PER_MS - (performance.now() - startedAtMs);
        if (aheadMs <= 0) return;
        socket.pause();
        setTimeout(() => socket.resume(), aheadMs);
      });
    }
    uploading!.socket.write(UPLOAD);
    await until('the answer', () => uploading!.answers === 2 || uploading!.socket.destroyed);
    expect([uploading!.error, idle!.error, received]).toEqual([undefined, undefined, UPLOAD.length]);
    expect(performance.now() - startedAtMs).toBeGreaterThan(2 * MAX_UPLOAD_SILENCE_MS);
  });

  it('closes with ETIMEDOUT when the broker stops reading a large request', async () => {
    const [uploading] = await open(1);
    isSilent = true;
    for (const socket of accepted) socket.pause();
    uploading!.socket.write(UPLOAD);
    await until('the socket to close', () => uploading!.socket.destroyed);
    expect(uploading!.error?.code).toBe('ETIMEDOUT');
  });

  it('stays open while it is idle or answered', async () => {
    const [asking, idle] = await open(2);
    const endsAtMs = performance.now() + 3 * MAX_SILENCE_MS;
    while (performance.now() < endsAtMs) {
      const before = asking!.answers;
      asking!.socket.write('request');
      await until('an answer', () => asking!.answers > before);
    }
    expect([asking!.socket.destroyed, idle!.socket.destroyed]).toEqual([false, false]);
  });
});
