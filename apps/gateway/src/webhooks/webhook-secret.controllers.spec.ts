import { randomUUID } from 'node:crypto';
import { NO_TEAM_LIMITS } from '@orbweaver/core';
import { addKey, applyTeams, DeclaredWebhookSecret, ensureTeam } from '@orbweaver/persistence';
import { type AdminCalls, adminCalls } from '../../test/admin-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';

const WEBHOOK_SECRET = 'the master secret of the test';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

let gateway: TestGateway;
let admin: AdminCalls;
beforeAll(async () => {
  gateway = await startGateway({ WEBHOOK_SECRET });
  admin = await adminCalls(gateway);
});
afterAll(() => gateway.close());

async function addTeam() {
  const { id } = await ensureTeam(gateway.database, `team ${randomUUID()}`);
  const actor = { apiKeyId: null, name: 'test', requestId: null };
  const { secret: key } = (await addKey(gateway.database, actor, { teamId: id, name: 'key', rights: ['team'] }))!;
  const read = async () => (await gateway.call('/v2/webhooks/secret', { key })).body.webhookSecret;
  const rotate = (body: object) => gateway.call('/v2/webhooks/secret/rotate', { method: 'POST', key, body });
  const audit = async () => (await admin.call(`/audit?teamId=${id}`)).body.entries;
  return { id, key, read, rotate, audit };
}

describe('the webhook secret of a team', () => {
  it('returns the webhook secret of a team to the team and the operator, different for each team', async () => {
    const [one, other] = [await addTeam(), await addTeam()];
    const secret = await one.read();
    expect(secret).toEqual({
      teamId: one.id,
      version: 1,
      secret: expect.stringMatching(SECRET),
      declared: false,
      previous: null,
    });
    expect((await other.read()).secret).not.toBe(secret.secret);
    const answer = await admin.call(`/teams/${one.id}/webhook-secret`);
    expect(answer.body).toEqual({ success: true, webhookSecret: secret });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('rotates the webhook secret for the team and the operator, with an audit log entry that contains no secret', async () => {
    const team = await addTeam();
    const first = await team.read();
    const rotated = (await team.rotate({ overlapSeconds: 60 })).body.webhookSecret;
    expect(rotated).toEqual({
      teamId: team.id,
      version: 2,
      secret: expect.stringMatching(SECRET),
      declared: false,
      previous: { version: 1, secret: first.secret, validUntil: expect.any(String) },
    });
    expect(new Date(rotated.previous.validUntil).getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await team.read()).toEqual(rotated);
    const atOnce = await admin.call(`/teams/${team.id}/webhook-secret/rotate`, { body: { overlapSeconds: 0 } });
    expect(atOnce.body.webhookSecret).toMatchObject({ version: 3, previous: null });
    const [byOperator, byTeam] = await team.audit();
    expect(byTeam).toMatchObject({
      action: 'team.rotate-webhook-secret',
      actor: { name: 'key' },
      changes: { webhookSecretVersion: { before: 1, after: 2 } },
    });
    expect(byOperator).toMatchObject({ actor: { name: 'admin' }, changes: { webhookSecretVersion: { after: 3 } } });
    expect(JSON.stringify([byOperator, byTeam, gateway.lines])).not.toContain('whsec_');
  });

  it('is the declared secret of the teams file, which rejects a rotation', async () => {
    const team = await addTeam();
    const { name } = await gateway.database.team.findUniqueOrThrow({ where: { id: team.id } });
    const apply = (master: string) =>
      applyTeams(
        gateway.database,
        { apiKeyId: null, name: 'teams-file', requestId: null },
        {
          digest: randomUUID(),
          prune: false,
          teams: [
            {
              name,
              limits: NO_TEAM_LIMITS,
              hosts: { allowed: [], closed: [] },
              credits: undefined,
              webhookSecret: new DeclaredWebhookSecret(master, 'a-declared-secret', 60_000),
              keys: [],
            },
          ],
        },
      );
    await apply(WEBHOOK_SECRET);
    expect(await team.read()).toMatchObject({ version: 2, secret: 'a-declared-secret', declared: true });
    expect(await team.rotate({})).toMatchObject({ status: 409, body: { error: expect.stringMatching(/teams file/) } });
    await apply('another master secret');
    const unreadable = await gateway.call('/v2/webhooks/secret', { key: team.key });
    expect(unreadable).toMatchObject({ status: 409, body: { error: expect.stringMatching(/Apply the teams file/) } });
    await apply(WEBHOOK_SECRET);
    expect(await team.read()).toMatchObject({ version: 4, secret: 'a-declared-secret', previous: null });
  });

  it('is null for a team of version 0, which uses the secret of the installation', async () => {
    const team = await addTeam();
    await gateway.database.team.update({ where: { id: team.id }, data: { webhookSecretVersion: 0 } });
    expect(await team.read()).toMatchObject({ version: 0, secret: null, warning: expect.stringContaining('Rotate') });
    const rotated = (await team.rotate({})).body;
    expect(rotated.webhookSecret).toMatchObject({ version: 1, previous: { version: 0, secret: null } });
    expect(JSON.stringify(rotated)).not.toContain(WEBHOOK_SECRET);
  });

  it.each([
    ['an unknown field', { overlap: 5 }, 'overlap'],
    ['a negative overlap', { overlapSeconds: -1 }, 'overlapSeconds'],
    ['an overlap of more than 30 days', { overlapSeconds: 2_592_001 }, 'overlapSeconds'],
  ])('is not rotated by a body with %s', async (_, body, field) => {
    const team = await addTeam();
    const answer = await team.rotate(body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(field) } });
    expect((await team.read()).version).toBe(1);
  });

  it('requires a key, and the key of an operator for another team', async () => {
    const team = await addTeam();
    expect((await gateway.call('/v2/webhooks/secret', { key: null })).status).toBe(401);
    const path = `/admin/v1/teams/${team.id}/webhook-secret`;
    expect((await gateway.call(path, { key: team.key })).status).toBe(403);
    expect((await admin.call(`/teams/${randomUUID()}/webhook-secret`)).status).toBe(404);
  });

  it('fails with 409 when the operator has not set WEBHOOK_SECRET', async () => {
    const unsigned = await startGateway();
    const answer = await unsigned.call('/v2/webhooks/secret');
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('WEBHOOK_SECRET') } });
    await unsigned.close();
  });
});
