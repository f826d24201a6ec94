import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { type StubDns, startStubDns } from '@orbweaver/testing';
import { ProxyAgent, request } from 'undici';
import { selfSigned } from '../../test/self-signed';
import { createHttpClient } from '../http/http-client';
import { NameResolver } from '../names/name-resolver';
import { startForwardProxy } from '../proxy/forward-proxy';
import { createEgressGuard, type EgressGuard } from './egress-guard';

const ALLOWED = '127.0.0.1';
const SECRET = '127.0.0.2';
const NAME = 'rebinding.test';
const TURNS = 12;

let dns: StubDns;
let guard: EgressGuard;
let allowed: https.Server;
let secret: https.Server;
let secretVisits: number;
let origin: string;

const serve = async (address: string, port: number) => {
  const server = https.createServer(selfSigned, (_, response) =>
    response.setHeader('connection', 'close').end(address),
  );
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return server;
};
const close = (server: https.Server) => new Promise((resolve) => server.close(resolve));

beforeEach(async () => {
  allowed = await serve(ALLOWED, 0);
  const { port } = allowed.address() as AddressInfo;
  secret = await serve(SECRET, port);
  secretVisits = 0;
  secret.on('connection', () => {
    secretVisits += 1;
  });
  origin = `https://${NAME}:${port}`;
  dns = await startStubDns({ [NAME]: [[ALLOWED], [SECRET]] });
  const names = new NameResolver({ servers: [dns.server] });
  guard = createEgressGuard({ allow: ALLOWED, resolver: (name) => names.resolve(name) });
});

afterEach(async () => {
  await Promise.all([close(allowed), close(secret), dns.close()]);
});

it('connects the client over TLS only to the checked address', async () => {
  const client = createHttpClient({ guard, userAgent: 'x' });
  const seen = new Set<string>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const answer = await client.fetch({ url: `${origin}/${turn}`, skipTlsVerification: true });
    seen.add(answer.kind === 'response' ? String(answer.body) : answer.failure.reason);
  }
  await client.close();
  expect([...seen].sort()).toEqual([ALLOWED, 'dns']);
  expect(dns.count(NAME)).toBeGreaterThanOrEqual(TURNS);
  expect(secretVisits).toBe(0);
});

it('connects the browser over TLS only to the checked address', async () => {
  const proxy = await startForwardProxy({ guard });
  const { username, password } = proxy.issuePass().credential;
  const token = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const seen = new Set<string>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const agent = new ProxyAgent({ uri: proxy.url, token, requestTls: { rejectUnauthorized: false } });
    const answer = request(`${origin}/${turn}`, { dispatcher: agent }).then(({ body }) => body.text());
    seen.add(await answer.catch(() => 'refused'));
    await agent.destroy();
  }
  await proxy.close();
  expect([...seen].sort()).toEqual([ALLOWED, 'refused']);
  expect(secretVisits).toBe(0);
});
