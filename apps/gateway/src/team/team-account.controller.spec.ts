import { keyWith } from '../../test/admin-calls';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('TeamAccountController', () => {
  it('names the team and the key of the request', async () => {
    const { teamId, key } = await insertTeam(gateway.database);
    expect(await gateway.call('/v2/team', { key })).toMatchObject({
      status: 200,
      body: { team: { id: teamId, name: expect.any(String) }, key: { id: expect.any(String), rights: ['team'] } },
    });
  });

  it('returns the limits and hosts of the team', async () => {
    const { teamId, key } = await insertTeam(gateway.database);
    const admin = await keyWith(gateway, ['admin']);
    const body = { jobsPerMinute: 7, hosts: { closed: ['Shop.example.com'] } };
    const set = await gateway.call(`/admin/v1/teams/${teamId}`, { key: admin, method: 'PATCH', body });
    const hosts = { allowed: [], closed: ['shop.example.com'] };
    expect(set).toMatchObject({ status: 200, body: { team: { jobsPerMinute: 7, hosts } } });
    expect((await gateway.call('/v2/team', { key })).body.team).toMatchObject({ limits: { jobsPerMinute: 7 }, hosts });
  });

  it('creates a key with the right team, which works until it is revoked', async () => {
    const { key } = await insertTeam(gateway.database);
    const { body } = await gateway.call('/v2/team/keys', { key, method: 'POST', body: { name: 'importer' } });
    expect(body).toMatchObject({ success: true, key: { name: 'importer', rights: ['team'], revokedAt: null } });
    expect((await gateway.call('/v2/team', { key: body.secret })).status).toBe(200);
    const revoked = await gateway.call(`/v2/team/keys/${body.key.id}`, { key, method: 'DELETE' });
    expect(revoked.body.key.revokedAt).not.toBeNull();
    const names = (await gateway.call('/v2/team/keys', { key })).body.keys.map(({ name }: { name: string }) => name);
    expect(names).toContain('importer');
    const entries = await gateway.database.auditEntry.findMany({ where: { target: body.key.id } });
    expect(entries.map(({ action }) => action).sort()).toEqual(['key.add', 'key.revoke']);
  });

  it('creates a key that expires', async () => {
    const { key } = await insertTeam(gateway.database);
    const body = { name: 'trial', expiresAt: new Date(Date.now() + 60_000).toISOString() };
    const added = await gateway.call('/v2/team/keys', { key, method: 'POST', body });
    expect(added.body.key).toMatchObject(body);
    expect((await gateway.call('/v2/team', { key: added.body.secret })).status).toBe(200);
    await gateway.database.apiKey.update({ where: { id: added.body.key.id }, data: { expiresAt: new Date() } });
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    const { status } = await gateway.call('/v2/team', { key: added.body.secret });
    jest.restoreAllMocks();
    expect(status).toBe(401);
  });

  it.each([
    ['a right', { name: 'x', rights: ['admin'] }, 'rights'],
    ['no name', {}, 'name'],
    ['a past expiry', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('refuses a key with %s', async (_, body, field) => {
    const { key } = await insertTeam(gateway.database);
    expect(await gateway.call('/v2/team/keys', { key, method: 'POST', body })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(field) },
    });
  });

  it('neither shows nor revokes keys of other teams', async () => {
    const [own, other] = [await insertTeam(gateway.database), await insertTeam(gateway.database)];
    const { body } = await gateway.call('/v2/team', { key: other.key });
    const { keys } = (await gateway.call('/v2/team/keys', { key: own.key })).body;
    expect(keys.map(({ id }: { id: string }) => id)).not.toContain(body.key.id);
    const revoking = await gateway.call(`/v2/team/keys/${body.key.id}`, { key: own.key, method: 'DELETE' });
    expect(revoking.status).toBe(404);
    expect((await gateway.call('/v2/team', { key: other.key })).status).toBe(200);
  });

  it('lists the usage of the team by day', async () => {
    const { teamId, key } = await insertTeam(gateway.database);
    const usage = { day: new Date('2026-01-02T00:00:00Z'), apiKeyId: teamId, requests: 1n, pages: 3n, credits: 5n };
    await gateway.database.usageDay.create({ data: { teamId, ...usage } });
    const other = await insertTeam(gateway.database);
    await gateway.database.usageDay.create({ data: { teamId: other.teamId, ...usage, credits: 9n } });
    const { body } = await gateway.call('/v2/team/usage?from=2026-01-01&to=2026-01-31', { key });
    expect(body.usage).toMatchObject([{ day: '2026-01-02', teamId, requests: 1, pages: 3, credits: 5 }]);
    expect((await gateway.call('/v2/team/usage?from=2026-02-01&to=2026-01-31', { key })).status).toBe(400);
  });
});
