import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { startStubDns, until } from '@orbweaver/testing';
import { ProxyAgent, request as send } from 'undici';
import { type LocalServer, serveHttp, serveHttps, serveRaw } from '../../test/local-server';
import { createEgressGuard } from '../address/egress-guard';
import type { HostAddress } from '../names/host-address';
import { NameResolver } from '../names/name-resolver';
import { type ForwardProxyOptions, startForwardProxy } from './forward-proxy';
import type { Excess, PassOptions, ProxyPass } from './proxy-pass';

const names: Record<string, HostAddress[]> = {
  'site.test': [{ address: '127.0.0.1', family: 4 }],
  'private.test': [{ address: '10.0.0.1', family: 4 }],
};
const guard = createEgressGuard({
  allow: '127.0.0.0/8',
  resolver: async (name) => names[name] ?? Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
});

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

interface Started {
  url: string;
  pass: ProxyPass;
  /** What a browser with the pass sends. */
  shown: { 'Proxy-Authorization': string };
  another(): Started;
}

/** A proxy, and a page's pass for it. */
async function start(options: Partial<ForwardProxyOptions> = {}, limits: PassOptions = {}): Promise<Started> {
  const proxy = await startForwardProxy({ guard, ...options });
  opened.push({ [Symbol.asyncDispose]: () => proxy.close() });
  const another = (): Started => {
    const pass = proxy.issuePass(limits);
    const { username, password } = pass.credential;
    return { url: proxy.url, pass, shown: { 'Proxy-Authorization': basic(username, password) }, another };
  };
  return another();
}

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

async function open(server: Promise<LocalServer>): Promise<LocalServer> {
  opened.push(await server);
  return await server;
}

/** A plain request as a browser sends it to a proxy. */
async function ask(
  { url: proxyUrl, shown }: Pick<Started, 'url'> & { shown?: object },
  url: string,
  options: http.RequestOptions = {},
  body?: string,
) {
  const { port } = new URL(proxyUrl);
  const headers = { ...shown, ...(options.headers as http.OutgoingHttpHeaders) };
  const request = http.request({ host: '127.0.0.1', port, path: url, agent: false, ...options, headers });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer).catch(() => 'broken') };
}

/** The first line and the fields of the answer to CONNECT, and the socket behind it. */
async function tunnel({ url, shown = {} }: Pick<Started, 'url'> & { shown?: object }, authority: string) {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  const fields = Object.entries(shown)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  opened.push({ [Symbol.asyncDispose]: async () => void socket.destroy() });
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${fields}\r\n`);
  const [head] = await once(socket, 'data');
  return { socket, head: String(head) };
}

describe('plain requests', () => {
  it('pass with their method, fields and body, and so does the answer', async () => {
    const site = await open(
      serveHttp(async (request, response) => {
        response.writeHead(201, 'Made', { 'X-Case': 'Kept', 'Set-Cookie': ['a=1', 'b=2'] });
        response.end(JSON.stringify([request.method, request.url, request.headers, await text(request)]));
      }),
    );
    const headers = { 'X-A': '1', 'Proxy-Connection': 'keep-alive', 'Content-Type': 'text/plain', 'Content-Length': 5 };
    const answer = await ask(
      await start(),
      `http://site.test:${site.port}/p?q=1`,
      { method: 'POST', headers },
      'hello',
    );
    const [method, url, fields, body] = JSON.parse(answer.body);
    expect([answer.status, answer.headers['x-case'], answer.headers['set-cookie']]).toEqual([
      201,
      'Kept',
      ['a=1', 'b=2'],
    ]);
    expect([method, url, body]).toEqual(['POST', '/p?q=1', 'hello']);
    expect(fields).toMatchObject({ host: `site.test:${site.port}`, 'x-a': '1', 'content-type': 'text/plain' });
    expect(fields).not.toHaveProperty('proxy-connection');
  });

  it('cannot be answered with our own refusal by a site', async () => {
    const site = await open(serveHttp((_, response) => response.setHeader('X-Orbweaver-Refusal', 'dns').end()));
    const answer = await ask(await start(), site.url);
    expect(answer.headers).not.toHaveProperty('x-orbweaver-refusal');
  });

  it('that a site answers with a challenge of a proxy are no challenge to the browser', async () => {
    const challenge = { 'proxy-authenticate': 'Basic realm="orbweaver"' };
    const site = await open(serveHttp((_, response) => response.writeHead(407, challenge).end('who are you?')));
    const proxy = await start();
    const { status, headers } = await ask(proxy, site.url);
    expect([status, headers['x-orbweaver-refusal']]).toEqual([502, 'bad-response']);
    expect(headers).not.toHaveProperty('proxy-authenticate');
    // It was reached: what asks it otherwise gets its answer.
    expect(proxy.pass.failureOf(site.url)).toBeUndefined();
  });

  it('pass with fields in raw bytes as they came', async () => {
    const head = Buffer.from('HTTP/1.1 302 Found\r\nLocation: /größe/日本\r\nContent-Length: 0\r\n\r\n');
    const site = await open(serveRaw((socket) => socket.once('data', () => socket.end(head))));
    const { location = '' } = (await ask(await start(), site.url)).headers;
    expect(Buffer.from(location, 'latin1').toString()).toBe('/größe/日本');
  });

  it('that break off at the site break off at the browser', async () => {
    const site = await open(
      serveRaw((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))),
    );
    expect(await ask(await start(), site.url)).toMatchObject({ status: 200, body: 'broken' });
  });

  it.each([
    ['a status of nought', 'HTTP/1.1 000 x', 502],
    ['a status below all others', 'HTTP/1.1 099 x', 502],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade', 502],
    ['control characters behind the status', 'HTTP/1.1 200 O\x01K\x7f', 200],
    ['bytes of no alphabet behind the status', 'HTTP/1.1 200 \xff\xfe', 200],
    ['control characters in a field', 'HTTP/1.1 200 OK\r\nX: a\x01', 502],
  ])('that a site answers with %s get an answer', async (_, head, status) => {
    const answer = Buffer.from(`${head}\r\nContent-Length: 2\r\n\r\nok`, 'latin1');
    const site = await open(serveRaw((socket) => socket.once('data', () => socket.end(answer))));
    expect(await ask(await start(), site.url)).toMatchObject({ status });
  });

  it.each(['/local', 'https://site.test/', 'ftp://site.test/'])('to %s are bad', async (url) => {
    expect(await ask(await start(), url)).toMatchObject({ status: 400 });
  });
});

describe('tunnels', () => {
  it('carry TLS', async () => {
    const site = await open(serveHttps((request, response) => response.end(`for ${request.headers.host}`)));
    const { url, shown } = await start();
    const token = shown['Proxy-Authorization'];
    const agent = new ProxyAgent({ uri: url, token, requestTls: { rejectUnauthorized: false } });
    const { body } = await send(`https://site.test:${site.port}/`, { dispatcher: agent });
    expect(await body.text()).toBe(`for site.test:${site.port}`);
    await agent.destroy();
  });

  it('carry anything, in both directions, as WebSockets need it', async () => {
    const site = await open(serveRaw((socket) => socket.on('data', (chunk) => socket.write(`<${chunk}>`))));
    const { socket, head } = await tunnel(await start(), `127.0.0.1:${site.port}`);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    for (const word of ['one', 'two']) {
      socket.write(word);
      expect(String((await once(socket, 'data'))[0])).toBe(`<${word}>`);
    }
  });

  it('end with either side', async () => {
    const site = await open(serveRaw((socket) => socket.on('data', () => socket.destroy())));
    const { socket } = await tunnel(await start(), `site.test:${site.port}`);
    socket.write('go');
    await once(socket, 'close');
  });

  it('end when nothing flows', async () => {
    const site = await open(serveRaw(() => undefined));
    const { socket } = await tunnel(await start({ idleTimeoutMs: 100 }), `site.test:${site.port}`);
    await once(socket, 'close');
  });

  it.each(['site.test', 'site.test:x', 'user@site.test:80', '/'])('to %s are bad', async (authority) => {
    expect((await tunnel(await start(), authority)).head).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('refusals', () => {
  it.each([
    ['http://169.254.169.254/latest/meta-data/', 403, 'egress-denied'],
    ['http://private.test/', 502, 'dns'],
    ['http://[::1]/', 403, 'egress-denied'],
    ['http://3232235777/', 403, 'egress-denied'],
    ['http://gone.test/', 502, 'dns'],
    ['http://127.0.0.1:1/', 502, 'refused'],
  ])('of %s name their reason, for requests and tunnels', async (url, status, reason) => {
    const proxy = await start();
    const { host: authority, port } = new URL(url);
    const answer = await ask(proxy, url);
    expect(answer).toMatchObject({ status, headers: { 'x-orbweaver-refusal': reason } });
    const { head } = await tunnel(proxy, port === '' ? `${authority}:443` : authority);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\r\nx-orbweaver-refusal: ${reason}\r\n`));
    expect(proxy.pass.failureOf(url)).toMatchObject({ reason });
    expect(proxy.pass.failureOf(port === '' ? `https://${authority}` : url)).toMatchObject({ reason });
  });

  it('of names that do not resolve come at once when they are asked for again, however many there are', async () => {
    const dns = await startStubDns(() => undefined);
    opened.push({ [Symbol.asyncDispose]: () => dns.close() });
    const names = new NameResolver({ servers: [dns.server] });
    const proxy = await start({ guard: createEgressGuard({ resolver: (name) => names.resolve(name) }) });
    const hosts = Array.from({ length: 60 }, (_, index) => `ad-${index}.example`);
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = await Promise.all([
        ...hosts.map(async (host) => (await ask(proxy, `http://${host}/`)).headers['x-orbweaver-refusal']),
        ...hosts.map(async (host) => /refusal: (.*)\r/.exec((await tunnel(proxy, `${host}:443`)).head)?.[1]),
      ]);
      expect(new Set(answers)).toEqual(new Set(['dns']));
    }
    for (const host of hosts) expect(dns.count(host)).toBe(1);
  });

  it('come in the time for a connection also when a name is looked up for longer', async () => {
    const silent = createEgressGuard({ resolver: () => new Promise(() => undefined) });
    const proxy = await start({ guard: silent, connectTimeoutMs: 100 });
    expect(await ask(proxy, 'http://slow.test/')).toMatchObject({ headers: { 'x-orbweaver-refusal': 'timed-out' } });
    expect((await tunnel(proxy, 'slow.test:443')).head).toContain('x-orbweaver-refusal: timed-out');
  });

  it('are forgotten when the host is reached', async () => {
    const proxy = await start();
    const site = await open(serveHttp((_, response) => response.end()));
    await site[Symbol.asyncDispose]();
    await ask(proxy, site.url);
    expect(proxy.pass.failureOf(site.url)).toMatchObject({ reason: 'refused' });
    const again = http.createServer((_, response) => response.end()).listen(site.port, '127.0.0.1');
    opened.push({ [Symbol.asyncDispose]: async () => void again.close() });
    await once(again, 'listening');
    await ask(proxy, site.url);
    expect(proxy.pass.failureOf(site.url)).toBeUndefined();
  });

  it('are those of one port: another of the same host may be open', async () => {
    const site = await open(serveHttp((_, response) => response.end('wiki')));
    const allow = `wiki.test:${site.port}`;
    const resolver = async () => [{ address: '127.0.0.1', family: 4 as const }];
    const proxy = await start({ guard: createEgressGuard({ allow, resolver }) });
    await ask(proxy, 'http://wiki.test/x');
    await tunnel(proxy, 'wiki.test:443');
    const open8080 = `http://wiki.test:${site.port}/`;
    expect(proxy.pass.failureOf('http://wiki.test/y')).toMatchObject({ reason: 'dns' });
    expect(proxy.pass.failureOf('https://wiki.test/')).toMatchObject({ reason: 'dns' });
    expect(proxy.pass.failureOf(open8080)).toBeUndefined();
    expect(await ask(proxy, open8080)).toMatchObject({ status: 200, body: 'wiki' });
    expect(proxy.pass.failureOf('http://wiki.test/')).toMatchObject({ reason: 'dns' });
  });

  it('of names that are longer than any come before anything is looked up or remembered', async () => {
    const asked: string[] = [];
    const resolver = async (name: string) => {
      asked.push(name);
      return [];
    };
    const proxy = await start({ guard: createEgressGuard({ resolver }) });
    const host = `${'a.'.repeat(127)}test`;
    expect(await ask(proxy, `http://${host}/`)).toMatchObject({ status: 400 });
    expect((await tunnel(proxy, `${host}:443`)).head).toMatch(/^HTTP\/1\.1 400 /);
    expect([asked, proxy.pass.failureOf(`http://${host}`)]).toEqual([[], undefined]);
  });
});

describe('the credential', () => {
  it('is needed on every route, and without it nothing is reached', async () => {
    const site = await open(serveHttp((_, response) => response.end('in')));
    const { url, pass, shown } = await start();
    const { username, password } = pass.credential;
    const { host } = new URL(site.url);
    const refused: object[] = [
      {},
      { 'Proxy-Authorization': basic(username, 'x') },
      { 'Proxy-Authorization': basic('x', password) },
      { 'Proxy-Authorization': `Bearer ${password}` },
      { 'Proxy-Authorization': `Basic ${'x'.repeat(5000)}` },
      { Authorization: basic(username, password) },
    ];
    for (const fields of refused) {
      const asking = { url, shown: fields };
      expect(await ask(asking, site.url)).toMatchObject({ status: 407, body: '' });
      expect(await ask(asking, site.url, { method: 'POST' }, 'body')).toMatchObject({ status: 407 });
      expect((await tunnel(asking, host)).head).toMatch(/^HTTP\/1\.1 407 /);
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
      expect(await ask(asking, site.url, { headers: upgrade })).toMatchObject({ status: 407 });
    }
    expect(site.connections).toBe(0);
    expect(await ask({ url, shown }, site.url)).toMatchObject({ status: 200 });
    expect((await tunnel({ url, shown }, host)).head).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is asked for, and a client without it is not kept: its connection ends, though it does not close it', async () => {
    const { url } = await start({ idleTimeoutMs: 200 });
    const refused = net.connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    opened.push({ [Symbol.asyncDispose]: async () => void refused.destroy() });
    const reset = once(refused, 'error').catch(() => undefined);
    refused.write('CONNECT site.test:443 HTTP/1.1\r\nHost: site.test\r\n\r\n');
    expect(String((await once(refused, 'data'))[0])).toMatch(/^HTTP\/1\.1 407 /);
    const writing = setInterval(() => refused.write('x'), 20);
    await reset;
    clearInterval(writing);
    const idle = net.connect(Number(new URL(url).port), '127.0.0.1');
    await once(idle.resume(), 'close');
  });

  it('is another one for every page, and of no more use when the page is closed', async () => {
    const site = await open(serveRaw((socket) => socket.on('data', (chunk) => socket.write(`<${chunk}>`))));
    const one = await start();
    const other = one.another();
    expect(one.pass.credential).not.toEqual(other.pass.credential);
    const [kept, lost] = [await tunnel(other, `127.0.0.1:${site.port}`), await tunnel(one, `127.0.0.1:${site.port}`)];
    one.pass.close();
    await once(lost.socket, 'close');
    expect(await ask(one, site.url)).toMatchObject({ status: 407 });
    kept.socket.write('still');
    expect(String((await once(kept.socket, 'data'))[0])).toBe('<still>');
  });
});

describe('what a page receives', () => {
  const megabytes = (count: number) => (_: unknown, response: http.ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    for (let sent = 0; sent < count; sent += 1) response.write(Buffer.alloc(1024 * 1024));
    response.end();
  };

  it('is bounded in each plain answer: what is larger breaks off', async () => {
    const site = await open(serveHttp(megabytes(20)));
    const told: Excess[] = [];
    const maxBytes = 4 * 1024 * 1024;
    const proxy = await start({}, { maxResponseBytes: maxBytes, onTooLarge: (excess) => told.push(excess) });
    expect((await ask(proxy, `${site.url}/large`)).body).toBe('broken');
    expect(told).toEqual([{ url: `${site.url}/large`, maxBytes }]);
    const small = await open(serveHttp((_, response) => response.end('small')));
    expect((await ask(proxy, small.url)).body).toBe('small');
  });

  it.each(['plain requests', 'tunnels'])('is bounded in all, by %s: then nothing passes any more', async (way) => {
    const maxBytes = 4 * 1024 * 1024;
    const site = await open(serveHttp(megabytes(3)));
    const told: Excess[] = [];
    const proxy = await start({}, { maxBytes, onTooLarge: (excess) => told.push(excess) });
    const other = proxy.another();
    const load = async () => {
      if (way === 'plain requests') return (await ask(proxy, site.url)).body;
      const { socket } = await tunnel(proxy, new URL(site.url).host);
      socket.write('GET / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n');
      return await text(socket).catch(() => 'broken');
    };
    expect((await load()).length).toBeGreaterThanOrEqual(3 * 1024 * 1024);
    await load();
    expect(told).toEqual([{ maxBytes }]);
    expect(await ask(proxy, site.url)).toMatchObject({ status: 407 });
    expect(await ask(other, site.url)).toMatchObject({ status: 200 });
  });
});

describe('servers that do not answer', () => {
  it('are given up by a page that waits no longer, on every route, and not asked by it again', async () => {
    const silent = await open(serveRaw(() => undefined));
    const site = await open(serveHttp((request, response) => void (request.url === '/' && response.end('in'))));
    const proxy = await start();
    const { host } = new URL(silent.url);
    const { socket } = await tunnel(proxy, host);
    const ended = Promise.all([
      ask(proxy, silent.url).catch(() => 'broken off'),
      ask(proxy, `${site.url}/never`).catch(() => 'broken off'),
      once(socket, 'close'),
    ]);
    expect(await ask(proxy, site.url)).toMatchObject({ status: 200 });
    await until('all of it to be under way', () => silent.connections === 2 && site.connections === 2);
    proxy.pass.giveUpSilent(60_000);
    proxy.pass.giveUpSilent(0, { sparing: 3 });
    expect(socket.destroyed).toBe(false);
    proxy.pass.giveUpSilent(0);
    expect(await ended).toEqual(['broken off', 'broken off', expect.anything()]);
    expect(await ask(proxy, silent.url)).toMatchObject({
      status: 502,
      headers: { 'x-orbweaver-refusal': 'timed-out' },
    });
    expect((await tunnel(proxy, host)).head).toMatch(/^HTTP\/1\.1 502 /);
    expect(silent.connections).toBe(2);
    // It has answered before, so it is asked again; and other pages know nothing of it.
    expect(await ask(proxy, site.url)).toMatchObject({ status: 200 });
    await tunnel(proxy.another(), host);
    expect(silent.connections).toBe(3);
  });
});

it('listens on loopback only', async () => {
  expect(new URL((await start()).url).hostname).toBe('127.0.0.1');
});
