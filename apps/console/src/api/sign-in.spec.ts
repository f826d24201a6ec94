import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { provideBrowser } from '../../test/provide-browser';

const TEAM = { id: 'team-1', name: 'night shift' };
const TEAMS = [TEAM, { id: 'team-2', name: 'day shift' }];
const ALL = { team: true, admin: true };
const signedOut = { success: true, hasSignOn: true, serves: ALL, caller: null, session: null };
const OWNER = { isOwner: true, maySubmit: true };
const NONE = { isOwner: false, maySubmit: false };

const signedIn = (rights: string[], serves = ALL) => ({
  ...signedOut,
  serves,
  caller: {
    team: rights.some((right) => right !== 'admin') ? TEAM : null,
    key: { id: 'key-1', name: 'importer', rights },
  },
});
const person = { person: 'ada@example.com', teams: TEAMS };

let server: Server;
let requests: string[];
let respond: RequestListener;
let browser: ReturnType<typeof provideBrowser>;
let session: typeof import('./session');
let signIn: typeof import('./sign-in');
let drafts: typeof import('../screens/playground/drafts');

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'cookie'}`);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = provideBrowser(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  session = await import('./session');
  signIn = await import('./sign-in');
  drafts = await import('../screens/playground/drafts');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  session.endSession();
  session.hasSignOn.value = false;
  requests = [];
});
afterEach(() => jest.restoreAllMocks());

const answer = (status: number, body: unknown) => {
  respond = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
};
const failureOf = (work: Promise<unknown>) => work.then(() => undefined, String);

describe('signIn', () => {
  const onPort = { team: true, admin: false };
  const onAdminPort = { team: false, admin: true };

  it.each([
    [['team'], ALL, { team: TEAM, isAdmin: false, ...OWNER }],
    [['read'], ALL, { team: TEAM, isAdmin: false, ...NONE }],
    [['crawl', 'read'], ALL, { team: TEAM, isAdmin: false, isOwner: false, maySubmit: true }],
    [['admin'], ALL, { isAdmin: true, ...NONE }],
    [['team', 'admin'], ALL, { team: TEAM, isAdmin: true, ...OWNER }],
    [['team', 'admin'], onPort, { team: TEAM, isAdmin: false, ...OWNER }],
    [['team', 'admin'], onAdminPort, { isAdmin: true, ...OWNER }],
    [['admin'], onAdminPort, { isAdmin: true, ...NONE }],
  ])('opens what the rights %j allow on a port that serves %j', async (rights, serves, opened) => {
    answer(200, signedIn(rights, serves));
    await signIn.signIn(' ow-key ');
    expect(session.account.value).toEqual({ key: 'ow-key', keyId: 'key-1', keyName: 'importer', ...opened });
    expect(requests).toEqual(['GET /console/session Bearer ow-key']);
  });

  it.each([
    [['team'], onAdminPort, 'This address shows System only, which needs the right `admin`'],
    [['admin'], onPort, 'This address shows teams only, which needs a right of a team'],
  ])('rejects a key with the rights %j on a port that serves %j', async (rights, serves, error) => {
    answer(200, signedIn(rights, serves));
    expect(await failureOf(signIn.signIn('ow-key'))).toContain(error);
    expect(session.account.value).toBeUndefined();
  });
});

describe('resume', () => {
  it('continues a session of single sign-on with one request', async () => {
    answer(200, { ...signedIn(['team', 'admin']), session: person });
    await signIn.resume();
    expect(session.account.value).toMatchObject({
      keyName: 'ada@example.com',
      team: TEAM,
      teams: TEAMS,
      isAdmin: true,
    });
    expect(requests).toEqual(['GET /console/session cookie']);
  });

  it('offers single sign-on without a session, with one request', async () => {
    answer(200, signedOut);
    await signIn.resume();
    expect([session.account.value, session.endOfSession.value, session.hasSignOn.value]).toEqual([
      undefined,
      undefined,
      true,
    ]);
    expect(requests).toEqual(['GET /console/session cookie']);
  });

  it('offers single sign-on after the stored key was rejected', async () => {
    browser.sessionStorage.setItem('orbweaver.key', 'ow-revoked');
    respond = (request, response) => {
      const isKey = request.headers.authorization !== undefined;
      response.writeHead(isKey ? 401 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKey ? { error: 'Unauthorized: Invalid token' } : signedOut));
    };
    await signIn.resume();
    expect([session.endOfSession.value, session.hasSignOn.value]).toEqual(['Unauthorized: Invalid token', true]);
  });

  it('removes the drafts of a session of single sign-on that has ended', async () => {
    drafts.writeDraft('scrape', { url: 'https://site.example/' });
    answer(200, signedOut);
    await signIn.resume();
    expect(drafts.readDraft('scrape')).toBeUndefined();
  });
});

describe('endSession', () => {
  it('removes the key, drafts and data in memory, and nothing of other applications', () => {
    const cleanup = jest.fn();
    session.onSessionEnd(cleanup);
    session.startSession({ key: 'ow-key', keyName: 'importer', isAdmin: false, ...OWNER });
    browser.sessionStorage.setItem('other', 'kept');
    drafts.startDraft('crawl', { url: 'https://site.example/' }, [{ field: 'headers', reason: 'secret' }]);
    const setItem = jest.spyOn(browser.sessionStorage, 'setItem').mockImplementation(() => {
      throw new Error('QuotaExceededError');
    });
    drafts.writeDraft('scrape', { url: 'https://site.example/' });
    setItem.mockRestore();
    session.endSession();
    expect(Object.keys(browser.sessionStorage)).toEqual(['other']);
    expect([drafts.readDraft('crawl'), drafts.readOmitted('crawl'), drafts.readDraft('scrape')]).toEqual([
      undefined,
      [],
      undefined,
    ]);
    expect(cleanup).toHaveBeenCalled();
  });
});

describe('signOut', () => {
  const start = () => session.startSession({ keyName: 'ada@example.com', team: TEAM, isAdmin: false, ...OWNER });

  it('ends a session of single sign-on after the service has ended it', async () => {
    start();
    let wasSignedIn = false;
    respond = (_, response) => {
      wasSignedIn = session.account.value !== undefined;
      response.end('{"success":true}');
    };
    await signIn.signOut(undefined);
    expect([wasSignedIn, session.account.value]).toEqual([true, undefined]);
    expect(requests).toEqual(['DELETE /console/session cookie']);
  });

  it('continues the session and rejects with the error of the service', async () => {
    start();
    answer(500, { error: 'Internal server error' });
    expect(await failureOf(signIn.signOut(undefined))).toBe('RequestError: Internal server error');
    expect(session.account.value).toBeDefined();
  });

  it('ends a session of an API key without a request', async () => {
    session.startSession({ key: 'ow-key', keyName: 'importer', isAdmin: false, ...OWNER });
    await signIn.signOut('ow-key');
    expect([session.account.value, requests]).toEqual([undefined, []]);
  });
});

describe('chooseTeam', () => {
  it('opens the console as the other team, and rejects with the error of the service', async () => {
    answer(403, { error: 'You are not a member of this team' });
    expect(await failureOf(signIn.chooseTeam('team-2'))).toBe('RequestError: You are not a member of this team');
    expect(browser.location.assign).not.toHaveBeenCalled();
    answer(200, { success: true });
    await signIn.chooseTeam('team-2');
    expect(browser.location.assign).toHaveBeenCalledWith('/console');
  });
});

describe('a service that does not respond', () => {
  it.each([
    ['resume', 'GET /console/session'],
    ['resume with a sign-in link', 'POST /console/sign-in'],
    ['signIn', 'GET /console/session'],
    ['signOut', 'DELETE /console/session'],
    ['chooseTeam', 'POST /console/session/team'],
  ])('ends %s after the time limit', async (name, request) => {
    // The headers arrive, the body does not.
    respond = (_, response) => void response.writeHead(200).write('{');
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limits = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
    if (name.startsWith('resume')) {
      if (name !== 'resume') browser.location.hash = `#sign-in=${'x'.repeat(32)}`;
      await signIn.resume();
      expect(session.endOfSession.value).toBe('The service is unreachable.');
    } else {
      const work = { signIn: signIn.signIn, signOut: () => signIn.signOut(undefined), chooseTeam: signIn.chooseTeam };
      expect(await failureOf(work[name as keyof typeof work]('x'))).toContain('Timeout');
    }
    expect(requests).toEqual([expect.stringContaining(request)]);
    expect(limits).toHaveBeenCalledWith(30_000);
  });
});
