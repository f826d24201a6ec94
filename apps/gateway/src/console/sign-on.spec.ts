import { ensureTeam, setTeamDisabled } from '@orbweaver/persistence';
import { startIdentityProvider, type TestIdentityProvider } from '@orbweaver/testing';
import { type Answer, startGateway, type TestGateway } from '../../test/start-gateway';

const PUBLIC_URL = 'http://orbweaver.example';
const CLIENT = {
  clientId: 'orbweaver',
  clientSecret: 'secret-of-the-client',
  redirectUris: [`${PUBLIC_URL}/console/sign-on/callback`],
};
const TEAMS = {
  engineering: ['search', 'data', 'missing'],
  sales: 'data',
  closed: 'closed',
  developers: { team: 'data', role: 'developer' },
  auditors: [
    { team: 'data', role: 'viewer' },
    { team: 'search', role: 'viewer' },
  ],
};
const CONSOLE = { 'x-orbweaver-console': '1' };

let provider: TestIdentityProvider;
let gateway: TestGateway;

beforeAll(async () => {
  provider = await startIdentityProvider(CLIENT);
  gateway = await startGateway(environment());
  await ensureTeam(gateway.database, 'search');
  await ensureTeam(gateway.database, 'data');
  const { id } = await ensureTeam(gateway.database, 'closed');
  await setTeamDisabled(gateway.database, { apiKeyId: null, name: 'test', requestId: null }, { id, isDisabled: true });
});
afterAll(async () => {
  await gateway.close();
  provider.close();
});

const environment = (changes: Record<string, string> = {}) => ({
  PUBLIC_URL,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.clientId,
  OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  OIDC_TEAMS: JSON.stringify(TEAMS),
  OIDC_ADMIN_GROUPS: 'operators, root',
  OIDC_SESSION_LIFETIME: '2h',
  ...changes,
});

afterEach(() => jest.restoreAllMocks());

/** A browser without scripts: it keeps cookies and follows redirects between the service and the provider. */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  readonly setCookies: string[] = [];

  async get(url: string, init: RequestInit = {}): Promise<Response> {
    const target = url.replace(PUBLIC_URL, gateway.address);
    const { origin } = new URL(target);
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(target, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      this.setCookies.push(line);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  }

  /** Follows redirects up to `last`; enters `person` at the login form. Returns the last address. */
  async signIn(person: string, last = /orbweaver\.example\/console(?:#|$)/): Promise<string> {
    let url = `${PUBLIC_URL}/console/sign-on`;
    for (let hops = 0; hops < 12 && !last.test(url); hops += 1) {
      let response = await this.get(url);
      if (response.status === 200) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        response = await this.get(url, { method: 'POST', headers, body: new URLSearchParams({ person }).toString() });
      }
      url = new URL(response.headers.get('location')!, url).href;
    }
    return url;
  }

  async call(path: string, init: RequestInit = {}): Promise<Pick<Answer, 'status' | 'body'>> {
    const headers = { ...CONSOLE, 'content-type': 'application/json', ...init.headers };
    const response = await this.get(`${PUBLIC_URL}${path}`, { ...init, headers });
    return { status: response.status, body: await response.json() };
  }
}

const signedIn = async (person: string) => {
  const browser = new Browser();
  expect(await browser.signIn(person)).toBe(`${PUBLIC_URL}/console`);
  return browser;
};

describe('SignOnController', () => {
  it.each([
    ['ada engineering', 'data', ['data', 'search'], ['team']],
    ['bob sales other', 'data', ['data'], ['team']],
    ['eve sales root', 'data', ['data'], ['team', 'admin']],
    ['dan developers', 'data', ['data'], ['scrape', 'crawl', 'read', 'webhooks']],
    ['vic auditors', 'data', ['data', 'search'], ['read']],
    ['max auditors developers', 'data', ['data', 'search'], ['scrape', 'crawl', 'read', 'webhooks']],
  ])('signs in "%s" to the teams of their groups', async (person, team, teams, rights) => {
    const browser = await signedIn(person);
    const name = `${person.split(' ')[0]}@example.com`;
    const { body } = await browser.call('/console/session');
    expect(body).toMatchObject({ hasSignOn: true, session: { person: name } });
    expect(body.session.teams.map((found: { name: string }) => found.name)).toEqual(teams);
    expect(await browser.call('/v2/team')).toMatchObject({
      status: 200,
      body: { team: { name: team }, key: { name: `Console: ${name}`, rights } },
    });
  });

  it('signs in an operator without a team to the admin API only', async () => {
    const browser = await signedIn('olga operators');
    expect(await browser.call('/v2/team')).toMatchObject({ status: 403 });
    expect(await browser.call('/admin/v1/teams')).toMatchObject({ status: 200 });
    expect((await browser.call('/console/session')).body).toMatchObject({
      caller: { team: null, key: { rights: ['admin'] } },
      session: { person: 'olga@example.com', teams: [] },
    });
  });

  it.each(['ned', 'ned unknown', 'ned closed'])('rejects "%s", who has no team', async (person) => {
    const browser = new Browser();
    expect(await browser.signIn(person)).toBe(`${PUBLIC_URL}/console#sign-on=no-team`);
    expect((await browser.call('/console/session')).body.session).toBeNull();
  });

  it('keeps the session in a cookie that scripts and other sites cannot use', async () => {
    const browser = await signedIn('ada engineering');
    const cookie = browser.setCookies.find((line) => line.startsWith('orbweaver-session='))!;
    expect(cookie).toMatch(/; Max-Age=7200;.*; HttpOnly; SameSite=Strict$/);
    const withoutHeader = await browser.get(`${PUBLIC_URL}/v2/team`);
    expect(withoutHeader.status).toBe(401);
    const preflight = await browser.get(`${PUBLIC_URL}/v2/team`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('sets and accepts only cookies with the prefix __Host- over HTTPS', async () => {
    const other = await startGateway(environment({ PUBLIC_URL: 'https://orbweaver.example' }));
    const response = await fetch(`${other.address}/console/sign-on`, { redirect: 'manual' });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-orbweaver-sign-on=.*; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/,
    );
    const redirectUri = encodeURIComponent('https://orbweaver.example/console/sign-on/callback');
    expect(response.headers.get('location')).toContain(redirectUri);
    const statusWith = async (name: string) => {
      const headers = { ...CONSOLE, cookie: `${name}=${other.key}` };
      return (await fetch(`${other.address}/v2/team`, { headers })).status;
    };
    expect([await statusWith('orbweaver-session'), await statusWith('__Host-orbweaver-session')]).toEqual([401, 200]);
    await other.close();
  });

  it('changes between the teams of the person only', async () => {
    const browser = await signedIn('ada engineering');
    const { teams } = (await browser.call('/console/session')).body.session;
    const choose = (teamId: string) =>
      browser.call('/console/session/team', { method: 'POST', body: JSON.stringify({ teamId }) });
    expect(await choose(gateway.teamId)).toMatchObject({ status: 403 });
    expect(await choose(teams[1].id)).toMatchObject({ status: 200 });
    expect((await browser.call('/v2/team')).body.team).toMatchObject({ id: teams[1].id, name: teams[1].name });
  });

  it('changes the rights with the role of the person in the other team', async () => {
    const browser = await signedIn('max auditors developers root');
    const { teams } = (await browser.call('/console/session')).body.session;
    expect(teams).toMatchObject([
      { name: 'data', role: 'developer' },
      { name: 'search', role: 'viewer' },
    ]);
    const submit = () => browser.call('/v2/crawl', { method: 'POST', body: '{}' });
    expect(await submit()).toMatchObject({ status: 400 });
    const body = JSON.stringify({ teamId: teams[1].id });
    expect(await browser.call('/console/session/team', { method: 'POST', body })).toMatchObject({ status: 200 });
    expect((await browser.call('/v2/team')).body.key.rights).toEqual(['read', 'admin']);
    expect(await submit()).toMatchObject({ status: 403, body: { code: 'KEY_RIGHT_MISSING' } });
  });

  it('lets owners create keys, but no developers', async () => {
    const create = async (person: string) =>
      (await (await signedIn(person)).call('/v2/team/keys', { method: 'POST', body: '{"name":"x"}' })).status;
    expect([await create('ada engineering'), await create('dan developers')]).toEqual([200, 403]);
  });

  it('changes the team once per key, and never after the session has ended', async () => {
    const browser = await signedIn('ada engineering');
    const { teams } = (await browser.call('/console/session')).body.session;
    const body = JSON.stringify({ teamId: teams[1].id });
    const choose = (cookies: string) =>
      fetch(`${gateway.address}/console/session/team`, {
        method: 'POST',
        body,
        headers: { ...CONSOLE, 'content-type': 'application/json', cookie: cookies },
      });
    const cookie = `orbweaver-session=${browser.cookies.get(gateway.address)!.get('orbweaver-session')}`;
    const statuses = (await Promise.all([choose(cookie), choose(cookie), choose(cookie)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401, 401]);
    expect((await choose(cookie)).status).toBe(401);
  });

  it('hides the key of an operator without a team from the team that holds it', async () => {
    const browser = await signedIn('olga operators');
    const { keys } = (await browser.call('/admin/v1/keys?limit=1000')).body;
    const { id, teamId } = keys.find(({ name }: { name: string }) => name === 'Console: olga@example.com');
    expect(teamId).toBe(gateway.teamId);
    const listed = (await gateway.call('/v2/team/keys')).body.keys.map((key: { id: string }) => key.id);
    expect(listed).not.toContain(id);
    expect(await gateway.call(`/v2/team/keys/${id}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
  });

  it('signs out: the key of the session is revoked', async () => {
    const browser = await signedIn('ada engineering');
    const { id } = (await browser.call('/v2/team')).body.key;
    expect(await browser.call('/console/session', { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await browser.call('/v2/team')).toMatchObject({ status: 401 });
    expect(await gateway.database.apiKey.findUnique({ where: { id } })).toMatchObject({ revokedAt: expect.any(Date) });
  });

  it('ends a session when its key expires', async () => {
    const browser = await signedIn('ada engineering');
    const { id } = (await browser.call('/v2/team')).body.key;
    await gateway.database.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    expect(await browser.call('/v2/team')).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized: Invalid token. The key has expired' },
    });
    expect((await browser.call('/console/session')).body.session).toBeNull();
  });

  it('records a sign-in with the person in the audit log', async () => {
    await signedIn('zoe sales');
    const entry = await gateway.database.auditEntry.findFirst({ orderBy: { id: 'desc' } });
    expect(entry).toMatchObject({ action: 'key.add', actor: 'zoe@example.com', apiKeyId: null });
    expect(entry?.changes).toMatchObject({ issuer: { after: provider.issuer }, subject: { after: 'zoe sales' } });
  });

  it.each([
    ['without a sign-in', ''],
    ['with another state', '?code=x&state=y'],
    ['with an error of the provider', '?error=access_denied'],
  ])('rejects a callback %s', async (_, query) => {
    const browser = new Browser();
    if (query !== '') await browser.get(`${PUBLIC_URL}/console/sign-on`);
    const response = await browser.get(`${PUBLIC_URL}/console/sign-on/callback${query}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/console#sign-on=refused']);
  });

  it('accepts a callback once', async () => {
    const browser = new Browser();
    const callback = await browser.signIn('ada engineering', /\/console\/sign-on\/callback/);
    const checks = [...browser.cookies.get(gateway.address)!.entries()];
    expect((await browser.get(callback)).headers.get('location')).toBe('/console');
    browser.cookies.set(gateway.address, new Map(checks));
    expect((await browser.get(callback)).headers.get('location')).toBe('/console#sign-on=refused');
  });

  it('reports a provider that is unavailable before the sign-in, and asks it again 5 s later', async () => {
    const gone = await startIdentityProvider(CLIENT);
    gone.close();
    const other = await startGateway(environment({ OIDC_ISSUER: gone.issuer, OIDC_TIMEOUT: '1s' }));
    const start = async () => {
      const response = await fetch(`${other.address}/console/sign-on`, { redirect: 'manual' });
      return response.headers.get('location');
    };
    expect(await start()).toBe('/console#sign-on=unavailable');
    expect(other.logged).toContain('sign-on-unavailable');
    const back = await startIdentityProvider({ ...CLIENT, port: Number(new URL(gone.issuer).port) });
    expect(await start()).toBe('/console#sign-on=unavailable');
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
    expect(await start()).toContain(back.issuer);
    jest.restoreAllMocks();
    await other.close();
    back.close();
  });

  it('reports a provider that becomes unavailable during the sign-in', async () => {
    const leaving = await startIdentityProvider(CLIENT);
    const other = await startGateway(environment({ OIDC_ISSUER: leaving.issuer, OIDC_TIMEOUT: '1s' }));
    const start = await fetch(`${other.address}/console/sign-on`, { redirect: 'manual' });
    leaving.close();
    const state = new URL(start.headers.get('location')!).searchParams.get('state');
    const cookie = start.headers.getSetCookie()[0]!.split(';')[0]!;
    const query = new URLSearchParams({ code: 'x', state: state!, iss: leaving.issuer });
    const response = await fetch(`${other.address}/console/sign-on/callback?${query}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    expect(response.headers.get('location')).toBe('/console#sign-on=unavailable');
    await other.close();
  });

  it('is absent without OIDC_ISSUER', async () => {
    const other = await startGateway();
    expect((await other.call('/console/session')).body).toMatchObject({ hasSignOn: false, session: null });
    expect(await other.call('/console/sign-on')).toMatchObject({ status: 404 });
    await other.close();
  });
});
