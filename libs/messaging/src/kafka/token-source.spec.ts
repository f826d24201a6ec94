import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { listenOnFreshPort } from '@orbweaver/testing';
import { isBrokerAway } from './is-broker-away';
import { createTokenSource, type TokenClient } from './token-source';

interface TokenRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

const SECRET = 'se:cret %&é';
let server: Server;
let tokenUrl: string;
let requests: TokenRequest[];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ headers: request.headers, body });
    answer(response);
  });
  tokenUrl = `http://127.0.0.1:${await listenOnFreshPort(server)}/token`;
});
beforeEach(() => {
  requests = [];
  answer = reply(200, () => ({ access_token: `token ${requests.length}`, expires_in: 100 }));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const reply = (status: number, body: () => unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body()));

const source = (changes: Partial<TokenClient> = {}) =>
  createTokenSource({ tokenUrl, clientId: 'me', clientSecret: SECRET, fetch, ...changes });

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('the request did not fail');
    },
    (error: Error) => error,
  );

describe('createTokenSource', () => {
  it('requests a token by client credentials', async () => {
    expect(await source({ scope: 'kafka read' })()).toEqual({ value: 'token 1' });
    const credentials = Buffer.from('me:se%3Acret+%25%26%C3%A9').toString('base64');
    expect(requests).toMatchObject([
      { headers: { authorization: `Basic ${credentials}` }, body: 'grant_type=client_credentials&scope=kafka+read' },
    ]);
  });

  it('reuses a token until a quarter of its lifetime is left', async () => {
    let nowMs = 0;
    const tokens = source({ now: () => nowMs });
    const values: string[] = [];
    for (nowMs of [0, 74_999, 75_000, 149_999, 150_000]) values.push((await tokens()).value);
    expect(values).toEqual(['token 1', 'token 1', 'token 2', 'token 2', 'token 3']);
  });

  it('sends one request for concurrent calls', async () => {
    const tokens = source();
    expect(await Promise.all([tokens(), tokens(), tokens()])).toEqual(Array(3).fill({ value: 'token 1' }));
    expect(requests).toHaveLength(1);
  });

  it('requests again after a failure', async () => {
    const tokens = source();
    answer = reply(503, () => ({}));
    await failureOf(tokens());
    answer = reply(200, () => ({ access_token: 'later' }));
    expect(await tokens()).toEqual({ value: 'later' });
  });

  it.each<[string, (response: ServerResponse) => void, RegExp, boolean]>([
    [
      'rejected credentials',
      reply(401, () => ({ error: 'invalid_client', error_description: SECRET })),
      /^No token from 127\.0\.0\.1:\d+: status 401 \(invalid_client\); check KAFKA_OAUTH_CLIENT_ID/,
      false,
    ],
    ['a redirect', (response) => void response.writeHead(302, { location: '/other' }).end(), /status 302/, false],
    [
      'a response without a token',
      reply(200, () => []),
      /contains no access_token; check KAFKA_OAUTH_TOKEN_URL/,
      false,
    ],
    ['a failing endpoint', reply(502, () => 'oops'), /status 502/, true],
    ['a rate limit', reply(429, () => ({})), /status 429/, true],
    ['a broken connection', (response) => void response.destroy(), /^No token from/, true],
    ['an endpoint that does not respond', () => undefined, /timeout/, true],
  ])('reports %s, without the secret', async (_, given, text, isAway) => {
    answer = given;
    const failure = await failureOf(source({ timeoutMs: 300 })());
    expect(failure.message).toMatch(text);
    expect(isBrokerAway(failure)).toBe(isAway);
    expect(JSON.stringify([failure.message, failure.stack])).not.toContain('cret');
  });
});
