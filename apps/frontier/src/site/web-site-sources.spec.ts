import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frontierConfig } from '../frontier.config';
import { WebSiteSources } from './web-site-sources';

const access = { skipTlsVerification: true };

async function ask(listener: RequestListener | undefined, userAgent?: string) {
  const server = createServer(listener ?? (() => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  // The port is closed.
  if (listener === undefined) await close();
  const sources = new WebSiteSources(frontierConfig.parse({ EGRESS_ALLOW: '127.0.0.1' }));
  try {
    const { rules, isLasting } = await sources.robots(origin, { ...access, ...(userAgent && { userAgent }) });
    return { allowed: rules?.isAllowed(`${origin}/private`), delay: rules?.crawlDelaySeconds, isLasting };
  } finally {
    await sources.onApplicationShutdown();
    if (listener !== undefined) await close();
  }
}

const respond =
  (status: number, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);

describe('WebSiteSources', () => {
  it.each<[string, RequestListener | undefined, boolean | undefined, boolean]>([
    ['rules', respond(200, 'User-agent: *\nDisallow: /private\nCrawl-delay: 2'), false, true],
    ['a missing file', respond(404), true, true],
    ['a forbidden file', respond(403), true, true],
    ['too many requests', respond(429), undefined, false],
    ['a server error', respond(503), undefined, false],
    ['a connection that breaks', (request) => request.socket.destroy(), undefined, false],
    ['an unreachable site, which its pages report', undefined, true, false],
  ])('handles %s', async (_, listener, allowed, isLasting) => {
    expect(await ask(listener)).toMatchObject({ allowed, isLasting });
  });

  it('fetches robots.txt with the user agent of the crawl and applies its rules', async () => {
    let asked: string | undefined;
    const answer = await ask((request, response) => {
      asked = request.headers['user-agent'];
      response.end('User-agent: MyBot\nDisallow: /\nCrawl-delay: 3\n\nUser-agent: *\nAllow: /');
    }, 'MyBot');
    expect(answer).toEqual({ allowed: false, delay: 3, isLasting: true });
    expect(asked).toBe('MyBot');
  });
});
