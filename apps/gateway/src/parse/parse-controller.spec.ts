import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RenderPage } from '@orbweaver/contracts';
import { until } from '@orbweaver/testing';
import { announcePage } from '../../test/announcements';
import { storePage } from '../../test/rows';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';
import { MAX_UPLOAD_BYTES } from '../edge/receive-upload';
import { gatewayConfig } from '../gateway.config';

const MIB = 1024 * 1024;

let gateway: TestGateway;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.published.length = 0;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

type Part = { name: string; value: string | Buffer; filename?: string; type?: string };

function formOf(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const { name, value, filename, type } of parts) {
    if (filename === undefined) form.append(name, String(value));
    else form.append(name, new Blob([value as Uint8Array<ArrayBuffer> | string], { type }), filename);
  }
  return form;
}

const FILE: Part = { name: 'file', value: '<h1>Hello</h1>', filename: 'hello.html', type: 'text/html' };
const optionsOf = (options: object | string): Part => ({
  name: 'options',
  value: typeof options === 'string' ? options : JSON.stringify(options),
});

async function post(version: string, body: FormData | string, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.address}/${version}/parse`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, ...headers },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read into answers of every shape
  return { status: response.status, body: (await response.json()) as any };
}

const sent = () =>
  untilTrue(() => gateway.published.find(({ topic }) => topic === 'renderInteractive')?.message as RenderPage);

const reserved = async () =>
  (await gateway.metrics.getSingleMetric('orbweaver_http_request_body_bytes')?.get())?.values[0]?.value;

it('leaves time to upload the largest file at 4 Mbit/s by default', () => {
  const timeoutMs = gatewayConfig.shape.HTTP_REQUEST_TIMEOUT.parse(undefined);
  expect((MAX_UPLOAD_BYTES * 8) / 4_000).toBeLessThan(timeoutMs);
});

describe.each(['v1', 'v2'])('POST /%s/parse', (version) => {
  it('sends the file to a renderer, frees its memory and returns the document', async () => {
    const bytes = Buffer.alloc(3 * MIB, 'a');
    const answer = post(
      version,
      formOf([{ ...FILE, value: bytes, filename: 'dir/Bericht März.txt', type: 'text/plain' }]),
    );
    const { uploadBody, ...message } = await sent();
    expect(message).toMatchObject({
      kind: 'scrape',
      url: 'upload:Bericht%20M%C3%A4rz.txt',
      sourceUrl: 'Bericht März.txt',
      upload: { contentType: 'text/plain' },
      spec: { maxAgeMs: 0, storeInCache: false, headers: {}, actions: [] },
    });
    expect(message).not.toHaveProperty('cache');
    expect(message).not.toHaveProperty('keepCapture');
    expect(Buffer.compare(uploadBody!, bytes)).toBe(0);
    await until('the memory to be freed', async () => (await reserved()) === 0);
    await storePage(gateway.database, message.pageId, { id: message.pageId, content: { markdown: 'aaa' } });
    await announcePage(gateway, message.pageId, message.pageId, 'done');
    expect(await answer).toMatchObject({ status: 200, body: { success: true, data: { markdown: 'aaa' } } });
  });

  it.each<[title: string, options: object, spec: object]>([
    ['nothing', {}, { formats: [{ type: 'markdown' }], pdf: { parse: true }, timeoutMs: 30_000 }],
    [
      'content options',
      { onlyMainContent: false, includeTags: ['p'], excludeTags: ['nav'], removeBase64Images: false, timeout: 5000 },
      { onlyMainContent: false, includeTags: ['p'], excludeTags: ['nav'], removeBase64Images: false, timeoutMs: 5000 },
    ],
    ['parsers', { parsers: [{ type: 'pdf', maxPages: 2 }] }, { pdf: { parse: true, maxPages: 2 } }],
    ['no parsers', { parsers: [] }, { pdf: { parse: false } }],
    [
      'options of client libraries',
      {
        headers: { cookie: 'a=1' },
        blockAds: true,
        skipTlsVerification: true,
        proxy: 'auto',
        maxAge: 5,
        fastMode: true,
        origin: 'js-sdk@4',
      },
      { headers: {}, proxy: 'basic', maxAgeMs: 0, skipTlsVerification: false },
    ],
  ])('translates %s', async (_, options, spec) => {
    const leave = new AbortController();
    const answer = fetch(`${gateway.address}/${version}/parse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}` },
      // In this order in some clients, in the other in others.
      body: formOf([FILE, optionsOf(options)]),
      signal: leave.signal,
    });
    expect((await sent()).spec).toMatchObject(spec);
    leave.abort();
    await expect(answer).rejects.toThrow();
  });

  it.each<[title: string, parts: Part[], path: string | undefined, error: RegExp | string]>([
    ['no file', [optionsOf({})], 'file', 'file is required'],
    ['an empty file', [{ ...FILE, value: '' }], 'file', 'file: Must not be empty'],
    ['two files', [FILE, FILE], 'file', /^file: Must not be repeated/],
    ['a file without a filename', [{ name: 'file', value: 'text' }], 'file', /^file: Must be a file/],
    ['an unknown part', [FILE, { name: 'url', value: 'a' }], 'url', /^url: Unrecognized part/],
    ['options twice', [optionsOf({}), FILE, optionsOf({})], 'options', /^options: Must not be repeated/],
    ['options that are no JSON', [FILE, optionsOf('{"formats": [')], undefined, /JSON/],
    ['options that are text', [FILE, optionsOf('markdown')], undefined, /JSON/],
    ['an unknown option', [FILE, optionsOf({ urls: [] })], '', /^urls: Unrecognized key/],
    ['actions', [FILE, optionsOf({ actions: [] })], '', /^actions: Unrecognized key/],
    ['waitFor', [FILE, optionsOf({ waitFor: 1 })], '', /^waitFor: Unrecognized key/],
    ['stealth', [FILE, optionsOf({ proxy: 'stealth' })], 'proxy', /^proxy: Must be basic or auto/],
    ['a timeout above the maximum', [FILE, optionsOf({ timeout: 300_001 })], 'timeout', /^timeout: /],
    ...['screenshot', 'branding', 'changeTracking'].map((format): [string, Part[], string, string] => [
      `the format ${format}`,
      [FILE, optionsOf({ formats: ['markdown', format] })],
      'formats.1',
      `formats.1: The format ${format} is not available for uploaded files`,
    ]),
  ])('rejects %s with 400 that names it', async (_, parts, path, error) => {
    const { status, body } = await post(version, formOf(parts));
    expect({ status, success: body.success }).toEqual({ status: 400, success: false });
    expect(body.error).toMatch(error);
    if (path !== undefined) expect(body.details[0].path.join('.')).toBe(path);
    expect(gateway.published).toEqual([]);
  });
});

describe('the form of an upload', () => {
  it.each<[title: string, type: string, body: string, error: RegExp]>([
    ['JSON', 'application/json', '{}', /multipart\/form-data/],
    ['a form without a boundary', 'multipart/form-data', 'x', /boundary/],
    ['a body without parts', 'multipart/form-data; boundary=b', 'nothing', /^The form is malformed/],
    [
      'a form that ends within the file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of it',
      /^The form is malformed/,
    ],
    [
      'endless headers of a part',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n${'x-header: value\r\n'.repeat(100_000)}`,
      /^The form is malformed/,
    ],
    [
      'an endless header of a part',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${'a'.repeat(2 * MIB)}"`,
      /^The form is malformed/,
    ],
    [
      'a part without a name',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--',
      /has no name/,
    ],
    [
      'many parts',
      'multipart/form-data; boundary=b',
      '--b\r\nX-Header: a\r\n\r\n\r\n'.repeat(100),
      /more than 10 parts/,
    ],
  ])('is rejected with 400: %s', async (_, type, body, error) => {
    const answer = await post('v2', body, { 'content-type': type });
    expect(answer).toMatchObject({ status: 400, body: { success: false, error: expect.stringMatching(error) } });
    await until('the memory to be freed', async () => (await reserved()) === 0);
  });

  const head = 'POST /v2/parse HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\n';
  const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

  async function open(length: string): Promise<{ write(part: Buffer): Promise<void>; answer(): string }> {
    const { hostname, port } = new URL(gateway.address);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${head}authorization: Bearer ${gateway.key}\r\n${length}\r\n\r\n`);
    return {
      write: (part) => new Promise((resolve) => socket.write(part, () => resolve())),
      answer: () => received,
    };
  }

  it('is rejected with 413 by its announced length, before any of it is sent', async () => {
    const upload = await open(`content-length: ${60 * MIB}`);
    await until('the answer', () => upload.answer() !== '');
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than 50 MiB/);
    expect(await reserved()).toBe(0);
  });

  it('is rejected with 413 when the file grows above 50 MiB', async () => {
    const upload = await open('transfer-encoding: chunked');
    const chunk = (part: Buffer) =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
    await upload.write(chunk(Buffer.from(filePart)));
    const part = chunk(Buffer.alloc(MIB, 'a'));
    for (let sentMib = 0; sentMib < 51 && upload.answer() === ''; sentMib += 1) await upload.write(part);
    await until('the answer', () => upload.answer() !== '');
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 413 /);
    await until('the memory to be freed', async () => (await reserved()) === 0);
  });

  it('of 51 MB gets its response, although clients send all of it first', async () => {
    const { status, body } = await post('v2', formOf([{ ...FILE, value: Buffer.alloc(51 * MIB) }]));
    expect({ status, success: body.success }).toEqual({ status: 413, success: false });
    expect(await reserved()).toBe(0);
  });

  it('counts in the memory of the team', async () => {
    const stalled = await open(`content-length: ${40 * MIB}`);
    await stalled.write(Buffer.from(filePart));
    await until('the reservation', async () => (await reserved()) === 40 * MIB);
    const refused = await post('v2', formOf([{ ...FILE, value: Buffer.alloc(30 * MIB) }]));
    expect(refused).toMatchObject({ status: 429, body: { code: 'SERVICE_OVERLOADED' } });
  });
});

describe('an upload with zero data retention', () => {
  it('is sent on a topic that keeps nothing and leaves no name in the database', async () => {
    const options = optionsOf({ zeroDataRetention: true, timeout: 1000 });
    const answer = await post('v2', formOf([{ ...FILE, filename: 'secret.html' }, options]));
    expect(answer).toMatchObject({ status: 408, body: { code: 'SCRAPE_TIMEOUT' } });
    expect(await sent()).toMatchObject({ zeroDataRetention: true, sourceUrl: 'secret.html' });
    const rows = await gateway.database.$queryRaw<{ row: string }[]>`SELECT to_jsonb(jobs)::text AS row FROM jobs`;
    expect(rows.filter(({ row }) => row.includes('secret'))).toEqual([]);
    expect(JSON.stringify(gateway.lines)).not.toContain('secret');
  });
});
