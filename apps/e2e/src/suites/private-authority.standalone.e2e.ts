import { createServer, type Server } from 'node:https';
import { listenOnFreshPort, makeAuthority } from '@orbweaver/testing';
import { htmlPage } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';

const authority = makeAuthority();
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(authority.issue('127.0.0.1'), (_, response) => {
    response.setHeader('content-type', 'text/html').end(htmlPage('Internal', []));
  });
  origin = `https://127.0.0.1:${await listenOnFreshPort(server, '127.0.0.1')}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it.each([
  ['trusts', { EXTRA_CA_CERTS: authority.cert }, 200],
  ['does not trust without EXTRA_CA_CERTS', {}, 500],
])('%s a certificate of a private authority, by HTTP and in the browser', async (_, settings, status) => {
  const system = await startStandalone(settings as Record<string, string>);
  try {
    const options = { url: `${origin}/`, maxAge: 0, skipTlsVerification: false };
    const replies = [
      await system.api().post('/v2/scrape', options),
      await system.api().post('/v2/scrape', { ...options, waitFor: 1 }),
    ];
    expect(replies.map((reply) => [reply.status, reply.body.success])).toEqual([
      [status, status === 200],
      [status, status === 200],
    ]);
  } finally {
    await system.stop();
  }
});
