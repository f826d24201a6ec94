import { randomUUID } from 'node:crypto';
import { type AdminCalls, adminCalls } from '../../test/admin-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
let admin: AdminCalls;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await adminCalls(gateway);
});
afterAll(() => gateway.close());

describe('the admin API of teams and keys', () => {
  it('creates and changes teams, keys and credits, and audits every change', async () => {
    const name = `team-${randomUUID()}`;
    const headers = { 'x-request-id': 'request-7' };
    const added = await admin.call('/teams', { body: { name, maxConcurrency: 5 }, headers });
    expect(added).toMatchObject({
      status: 200,
      body: { team: { name, maxConcurrency: 5, jobsPerMinute: null, keys: 0 } },
    });
    const { id } = added.body.team;
    expect(await admin.call('/teams', { body: { name } })).toMatchObject({ status: 409, body: { error: /^name: / } });
    const set = await admin.call(`/teams/${id}`, {
      method: 'PATCH',
      body: { maxConcurrency: null, zeroDataRetention: true, creditsLimited: true },
    });
    expect(set.body.team).toMatchObject({ maxConcurrency: null, zeroDataRetention: true });
    expect((await admin.call(`/teams/${id}`)).body).toEqual(set.body);
    const keep = (retentionHours: number) => admin.call(`/teams/${id}`, { method: 'PATCH', body: { retentionHours } });
    expect(await keep(25)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/retentionHours.*at most 24 \(JOB_TTL_MAX, in hours\)/) },
    });

    const made = await admin.call('/keys', { body: { teamId: id, name: 'importer' } });
    const { key, secret } = made.body;
    expect(key).toMatchObject({ team: name, name: 'importer', rights: ['team'], revokedAt: null });
    expect(await gateway.call('/v2/team/credit-usage', { key: secret })).toMatchObject({ status: 200 });
    expect(JSON.stringify((await admin.call(`/keys?teamId=${id}`)).body)).not.toContain(secret);

    const grant = { amount: 100, note: 'trial', id: randomUUID() };
    await admin.call(`/teams/${id}/credits`, { body: grant });
    const granted = await admin.call(`/teams/${id}/credits`, { body: grant });
    expect(granted.body.credits).toMatchObject({ limited: true, granted: 100, used: 0, remaining: 100 });
    expect(await admin.call(`/teams/${id}/credits`, { body: { ...grant, amount: 1 } })).toMatchObject({ status: 409 });

    const revoked = await admin.call(`/keys/${key.id}`, { method: 'DELETE' });
    expect(revoked.body.key).toMatchObject({ revokedAt: expect.any(String) });
    expect((await admin.call(`/keys/${key.id}`, { method: 'DELETE' })).body).toEqual(revoked.body);

    const { entries } = (await admin.call(`/audit?teamId=${id}`)).body;
    expect(entries.map(({ action, changes }: never) => [action, changes])).toEqual([
      ['key.revoke', { revoked: { before: false, after: true } }],
      ['credits.grant', { granted: { before: 0, after: 100 }, note: { before: null, after: 'trial' } }],
      ['key.add', expect.objectContaining({ rights: { before: null, after: ['team'] } })],
      [
        'team.set',
        {
          maxConcurrency: { before: 5, after: null },
          creditsLimited: { before: false, after: true },
          zeroDataRetention: { before: false, after: true },
        },
      ],
      ['team.add', expect.objectContaining({ name: { before: null, after: name } })],
    ]);
    expect(entries.map(({ teamId, team }: never) => [teamId, team])).toEqual(entries.map(() => [id, name]));
    expect(entries.at(-1)).toMatchObject({
      actor: { name: 'admin', apiKeyId: expect.any(String), requestId: 'request-7' },
      target: id,
    });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('lists teams with the number of their hosts, and audits which hosts were added and removed', async () => {
    const { id } = (await admin.call('/teams', { body: { name: `team-${randomUUID()}` } })).body.team;
    const set = (hosts: object) => admin.call(`/teams/${id}`, { method: 'PATCH', body: { hosts } });
    const closed = Array.from({ length: 1000 }, (_, index) => `host-${index}.example`);
    expect((await set({ allowed: ['a.example', 'b.example'], closed })).status).toBe(200);
    const [kept] = closed;
    const changed = await set({ allowed: ['b.example', 'c.example'], closed: [...closed.slice(1), 'shop.example'] });
    expect(changed.body.team).toMatchObject({
      hosts: { allowed: ['b.example', 'c.example'] },
      hostCounts: { allowed: 2, closed: 1000 },
    });
    expect((await admin.call(`/teams/${id}`)).body).toEqual(changed.body);

    const list = (await admin.call('/teams?limit=100')).body;
    const { hosts: _, ...listed } = changed.body.team;
    expect(list.teams).toContainEqual(listed);
    expect(JSON.stringify(list)).not.toContain('shop.example');
    const [entry] = (await admin.call(`/audit?teamId=${id}`)).body.entries;
    expect(entry).toMatchObject({ action: 'team.set' });
    expect(entry.changes).toEqual({
      allowedHostsAdded: { before: null, after: ['c.example'] },
      allowedHostsRemoved: { before: ['a.example'], after: null },
      closedHostsAdded: { before: null, after: ['shop.example'] },
      closedHostsRemoved: { before: [kept], after: null },
    });
  });

  it('disables and enables a team, and audits each change once', async () => {
    const { id } = (await admin.call('/teams', { body: { name: `team-${randomUUID()}` } })).body.team;
    const ask = (verb: string, team = id) => admin.call(`/teams/${team}/${verb}`, { method: 'POST' });
    const disabled = await ask('disable');
    expect(disabled).toMatchObject({ status: 200, body: { team: { id, disabledAt: expect.any(String) } } });
    expect((await ask('disable')).body).toEqual(disabled.body);
    expect((await admin.call(`/teams/${id}`)).body).toEqual(disabled.body);
    // A key can be created for a disabled team, but is rejected.
    const { secret } = (await admin.call('/keys', { body: { teamId: id, name: 'importer' } })).body;
    const use = async () => (await gateway.call('/v2/team/credit-usage', { key: secret })).status;
    expect(await use()).toBe(403);
    expect((await ask('enable')).body.team.disabledAt).toBeNull();
    expect((await ask('enable')).body.team.disabledAt).toBeNull();
    expect(await use()).toBe(200);
    const { entries } = (await admin.call(`/audit?teamId=${id}`)).body;
    expect(
      entries
        .map(({ action, changes }: never) => [action, changes])
        .filter(([action]: [string]) => action !== 'key.add'),
    ).toEqual([
      ['team.enable', { disabled: { before: true, after: false } }],
      ['team.disable', { disabled: { before: false, after: true } }],
      ['team.add', expect.anything()],
    ]);
    expect(await ask('disable', randomUUID())).toMatchObject({ status: 404 });
    expect(await ask('disable', gateway.teamId)).toMatchObject({ status: 409, body: { error: /lock itself out/ } });
    expect(await gateway.call('/v2/team/credit-usage')).toMatchObject({ status: 200 });
  });
});
