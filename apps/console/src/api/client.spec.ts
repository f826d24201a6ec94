import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { provideBrowser } from '../../test/provide-browser';

type Client = typeof import('./client');
type Session = typeof import('./session');

describe('client', () => {
  let server: Server;
  let origin: string;
  let respond: RequestListener;
  let client: Client;
  let session: Session;

  beforeAll(async () => {
    server = createServer((request, response) => respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    provideBrowser(origin);
    client = await import('./client');
    session = await import('./session');
  });
  afterAll(() => server.close());
  beforeEach(() =>
    session.startSession({ key: 'ow-key', keyName: 'test', isAdmin: false, isOwner: true, maySubmit: true }),
  );

  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    respond = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  };
  const readTeam = () => client.read(client.api.GET('/v2/team'));
  const failureOf = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: unknown) => error as InstanceType<Client['RequestError']>,
    );

  it('sends the key in the Authorization header and returns the data', async () => {
    let sent: string | undefined;
    respond = (request, response) => {
      sent = request.headers.authorization;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
    };
    expect(await readTeam()).toEqual({ success: true });
    expect(sent).toBe('Bearer ow-key');
  });

  it.each([
    ['the message', 404, { success: false, error: 'Job not found' }, 'Job not found'],
    [
      'the field of each fault',
      400,
      { error: 'Invalid body', details: [{ path: ['scrapeOptions', 'formats', 0], message: 'Must be a format' }] },
      'Invalid body\nscrapeOptions.formats.0: Must be a format',
    ],
    ['the status of a body without a message', 500, { success: false }, 'The service answered with status 500'],
    ['the status of another body', 502, '<h1>Bad gateway</h1>', 'The service answered with status 502'],
  ])('rejects an error with %s', async (_, status, body, message) => {
    answer(status, body);
    expect(await failureOf(readTeam())).toMatchObject({ name: 'RequestError', status, message });
  });

  it('ends the session after 401 with the reason, and only then', async () => {
    answer(403, { error: 'The key lacks the right' });
    await failureOf(readTeam());
    expect(session.account.value?.key).toBe('ow-key');
    answer(401, { error: 'Unauthorized: Invalid token' });
    expect(await failureOf(readTeam())).toMatchObject({ status: 401 });
    expect(session.account.value).toBeUndefined();
    expect(session.storedKey()).toBeUndefined();
    expect(session.endOfSession.value).toBe('The session has ended. Sign in again.');
  });

  it('keeps the reason of a rejected sign-in, which has no session', async () => {
    session.endSession('Signed out');
    answer(401, { error: 'Unauthorized' });
    await failureOf(readTeam());
    expect(session.endOfSession.value).toBe('Signed out');
  });

  it.each<[string, number, Record<string, string>, boolean, number]>([
    ['a short Retry-After of 429', 429, { 'retry-after': '12' }, true, 12_000],
    ['a long Retry-After', 429, { 'retry-after': '3600' }, false, 3_600_000],
    ['a short Retry-After of 503', 503, { 'retry-after': '5' }, true, 5_000],
    ['429 without Retry-After', 429, {}, false, 1_000],
    ['503 with a Retry-After that is a date', 503, { 'retry-after': 'Wed, 01 Jan 2031 00:00:00 GMT' }, true, 1_000],
    ['500', 500, {}, true, 1_000],
    ['404', 404, {}, false, 1_000],
  ])('decides whether and when to retry after %s', async (_, status, headers, isRetried, delayMs) => {
    answer(status, { error: 'x' }, headers);
    const failure = await failureOf(readTeam());
    expect([client.shouldRetry(0, failure), client.retryDelayMs(0, failure)]).toEqual([isRetried, delayMs]);
  });

  it('retries a network fault twice, with a longer wait', () => {
    const fault = new TypeError('Failed to fetch');
    expect([0, 1, 2].map((failures) => client.shouldRetry(failures, fault))).toEqual([true, true, false]);
    expect([0, 1].map((failures) => client.retryDelayMs(failures, fault))).toEqual([1_000, 2_000]);
  });

  it.each<[string, unknown, boolean]>([
    ['a timeout of the console', new DOMException('signal timed out', 'TimeoutError'), false],
    ['a fault of the service', 500, true],
    ['a network fault', new TypeError('Failed to fetch'), true],
  ])('decides whether a slow query is retried after %s', (_, fault, isRetried) => {
    const error = typeof fault === 'number' ? new client.RequestError(fault, 'x') : fault;
    expect(client.shouldRetryUnlessTimedOut(0, error)).toBe(isRetried);
    expect(client.shouldRetryUnlessTimedOut(2, error)).toBe(false);
  });

  it('returns the status, the time and the body of a composed request', async () => {
    answer(402, { success: false, error: 'Insufficient credits' });
    const sent = await client.send(`${origin}/v2/scrape`, { url: 'x' }, new AbortController().signal);
    expect(sent).toMatchObject({ status: 402, body: { error: 'Insufficient credits' } });
    expect(sent.ms).toBeGreaterThan(0);
  });
});
