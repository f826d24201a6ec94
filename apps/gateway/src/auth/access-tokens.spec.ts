import { requestAccessToken, startIdentityProvider, type TestIdentityProvider } from '@orbweaver/testing';
import { startGateway, type TestGateway } from '../../test/start-gateway';

const AUDIENCE = 'https://orbweaver.example/admin';
const CLIENT = {
  clientId: 'platform',
  clientSecret: 'secret-of-the-platform',
  redirectUris: ['http://orbweaver.example/console/sign-on/callback'],
  audience: AUDIENCE,
};

/** Everything but the date. */
const TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

let provider: TestIdentityProvider;
let gateway: TestGateway;
beforeAll(async () => {
  provider = await startIdentityProvider(CLIENT);
  gateway = await startGateway(environment());
});
afterAll(async () => {
  await gateway.close();
  provider.close();
});
afterEach(() => jest.useRealTimers());

const environment = (changes: Record<string, string> = {}) => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.clientId,
  OIDC_ADMIN_GROUPS: 'operators',
  OIDC_AUDIENCE: AUDIENCE,
  OIDC_TIMEOUT: '2s',
  ...changes,
});

const tokenWith = (groups: string[], audience = AUDIENCE) =>
  requestAccessToken(provider, { ...CLIENT, audience }, groups);

/** With other groups, under the signature of the token. */
function forge(token: string): string {
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), groups: ['operators'] };
  return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

describe('access tokens of the identity provider', () => {
  it('are accepted by the admin API and recorded as the actor', async () => {
    const key = await tokenWith(['operators']);
    expect(await gateway.call('/admin/v1/teams', { key })).toMatchObject({ status: 200 });
    const added = await gateway.call('/admin/v1/teams', { key, body: { name: 'made by a token' } });
    expect(added).toMatchObject({ status: 200, body: { team: { name: 'made by a token' } } });
    const disable = `/admin/v1/teams/${added.body.team.id}/disable`;
    expect(await gateway.call(disable, { key, method: 'POST' })).toMatchObject({ status: 200 });
    const { entries } = (await gateway.call(`/admin/v1/audit?teamId=${added.body.team.id}`, { key })).body;
    expect(entries).toMatchObject([
      { action: 'team.disable', actor: { name: 'platform', apiKeyId: null } },
      { action: 'team.add', actor: { name: 'platform', apiKeyId: null } },
    ]);
  });

  it.each([
    ['without an admin group', () => tokenWith(['sales']), 403, /do not include an administrators group/],
    ['for another audience', () => tokenWith(['operators'], 'https://other.example'), 401, /claim "aud"/],
    ['with changed claims', async () => forge(await tokenWith(['sales'])), 401, /signature/],
    ['that is not a token', async () => 'a.b.c', 401, /Invalid token/],
  ])('are rejected %s', async (_, find, status, error) => {
    const answer = await gateway.call('/admin/v1/teams', { key: await find() });
    expect(answer).toMatchObject({ status, body: { success: false, error: expect.stringMatching(error) } });
  });

  it('are rejected after their expiry', async () => {
    const key = await tokenWith(['operators']);
    jest.useFakeTimers({ now: Date.now() + 3_600_000, doNotFake: [...TIMERS] });
    const error = 'Unauthorized: Invalid token. The access token has expired';
    expect(await gateway.call('/admin/v1/teams', { key })).toMatchObject({ status: 401, body: { error } });
  });

  it('are rejected outside the admin API', async () => {
    const answer = await gateway.call('/v2/team', { key: await tokenWith(['operators']) });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/valid for the admin API only/) },
    });
  });

  it('are rejected without OIDC_AUDIENCE', async () => {
    const { OIDC_AUDIENCE: _, ...others } = environment();
    const other = await startGateway(others);
    expect(await other.call('/admin/v1/teams', { key: await tokenWith(['operators']) })).toMatchObject({ status: 401 });
    await other.close();
  });

  it('get 503 while the provider is unavailable', async () => {
    const key = await tokenWith(['operators']);
    const gone = await startIdentityProvider(CLIENT);
    gone.close();
    const other = await startGateway(environment({ OIDC_ISSUER: gone.issuer }));
    const answer = await other.call('/admin/v1/teams', { key });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(other.logged).toContain('access-token-not-verified');
    await other.close();
  });
});
