import { once } from 'node:events';
import type { Socket } from 'node:net';
import zlib from 'node:zlib';
import { type ClientHarness, expectFailure, startClientHarness } from '../../test/client-harness';

let stage: ClientHarness;

beforeEach(() => {
  stage = startClientHarness();
});

afterEach(() => stage.close());

describe('compression', () => {
  const text = Buffer.from('The quick brown fox. '.repeat(5000));
  const gzip = zlib.gzipSync(text);

  it.each([
    ['gzip', 'gzip', gzip],
    ['x-gzip', 'X-GZIP', gzip],
    ['deflate with its wrapper', 'deflate', zlib.deflateSync(text)],
    ['bare deflate', 'deflate', zlib.deflateRawSync(text)],
    ['brotli', 'br', zlib.brotliCompressSync(text)],
    ['two layers', 'gzip, br', zlib.brotliCompressSync(gzip)],
    ['truncated gzip', 'gzip', gzip.subarray(0, -8)],
    ['no coding', 'identity', text],
    ['an unknown word', 'utf-8', text],
  ])('decodes %s', async (_, coding, body) => {
    const { url } = await stage.site((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    expect((await stage.page({ url })).body.equals(text)).toBe(true);
  });

  it('accepts a missing body with a declared coding', async () => {
    const { url } = await stage.site((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
    expect((await stage.page({ url, method: 'HEAD' })).body).toHaveLength(0);
    expect((await stage.page({ url })).body).toHaveLength(0);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])(`reports an invalid %s body as bad-response`, async (coding) => {
    const { url } = await stage.site((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end('<p>this is plain text</p>'),
    );
    expectFailure(await stage.fetch({ url }), 'bad-response', 'ERR_CONTENT_DECODING_FAILED');
  });
});

describe('bounds', () => {
  it.each([
    ['announced', { 'content-length': '2000' }],
    ['not announced', {}],
  ])('rejects a body above the limit, %s', async (_, headers) => {
    const { url } = await stage.site((_, response) => response.writeHead(200, headers).end(Buffer.alloc(2000)));
    expect(await stage.fetch({ url, maxBytes: 1000 })).toMatchObject({ failure: { reason: 'too-large' } });
    expect((await stage.page({ url, maxBytes: 2000 })).body).toHaveLength(2000);
  });

  it('cuts the body on request', async () => {
    const { url } = await stage.site((_, response) => response.end(Buffer.alloc(2000)));
    expect((await stage.page({ url, maxBytes: 1000, onTooLarge: 'cut' })).body).toHaveLength(1000);
    expect((await stage.page({ url, maxDecodedBytes: 700, onTooLarge: 'cut' })).body).toHaveLength(700);
  });

  it.each([
    ['gzip', zlib.gzipSync(Buffer.alloc(4_000_000))],
    ['br', zlib.brotliCompressSync(Buffer.alloc(4_000_000))],
  ])('cuts a decoded %s body to `maxBytes`', async (coding, body) => {
    const { url } = await stage.site((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(body),
    );
    expect((await stage.page({ url, maxBytes: 100_000, onTooLarge: 'cut' })).body).toHaveLength(100_000);
  });

  it('closes the connection of a discarded body over 64 KiB and reuses that of a smaller one', async () => {
    const sockets = new Set<Socket>();
    const { url } = await stage.site((request, response) => {
      sockets.add(request.socket);
      response.writeHead(200, { 'content-encoding': 'br' }).end(Buffer.alloc(request.url === '/large' ? 5_000_000 : 9));
    });
    for (const path of ['small', 'small', 'large', 'small']) {
      const opened = await stage.client.open({ url: new URL(path, url).href });
      if (opened.kind !== 'open') throw new Error(opened.failure.message);
      await opened.discard();
    }
    expect(sockets.size).toBe(2);
  });

  it.each([
    ['one layer', 'gzip'],
    ['three layers', 'gzip, gzip, gzip'],
  ])('stops a decompression bomb (%s) early', async (_, coding) => {
    let bomb = zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 });
    if (coding !== 'gzip') for (let layer = 0; layer < 2; layer += 1) bomb = zlib.gzipSync(bomb);
    const { url } = await stage.site((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(bomb),
    );
    const before = process.memoryUsage().arrayBuffers;
    const result = await stage.fetch({ url, maxDecodedBytes: 1024 * 1024 });
    expect(result).toMatchObject({ failure: { reason: 'too-large' } });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('applies the limit between compression layers', async () => {
    const empty = zlib.gzipSync('');
    const body = zlib.gzipSync(Buffer.concat(Array.from({ length: 100_000 }, () => empty)), { level: 1 });
    const { url } = await stage.site((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(body),
    );
    expect(await stage.fetch({ url, maxDecodedBytes: 1024 * 1024 })).toMatchObject({
      failure: { reason: 'too-large' },
    });
  });

  it('closes the connection of a compressed stream that stalls after the limit', async () => {
    let closed: Promise<unknown> = Promise.reject(new Error('no request arrived'));
    closed.catch(() => undefined);
    const { url } = await stage.site((request, response) => {
      closed = once(request.socket, 'close');
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(zlib.gzipSync(Buffer.alloc(100_000)));
    });
    expect(await stage.fetch({ url, maxDecodedBytes: 1000 })).toMatchObject({ failure: { reason: 'too-large' } });
    await closed;
  });

  it('stops reading endless headers', async () => {
    const { url } = await stage.raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write(`X-Pad: ${'x'.repeat(8000)}\r\n`), 1);
      socket.on('close', () => clearInterval(timer));
    });
    expectFailure(await stage.fetch({ url }), 'bad-response', 'ERR_RESPONSE_HEADERS_TOO_BIG');
  });
});
