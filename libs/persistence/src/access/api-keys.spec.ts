import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { listAuditEntries } from '../admin/list-audit-entries';
import { ensureApiKey, generateApiKey, hashApiKey } from './api-keys';

const actor = { apiKeyId: null, name: 'test', requestId: null };

let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

describe('ensureApiKey', () => {
  it('creates one team and one key in concurrent processes', async () => {
    const request = { key: generateApiKey(), team: 'default', name: 'bootstrap', actor };
    const made = await Promise.all(Array.from({ length: 10 }, () => ensureApiKey(scratch.database, request)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await scratch.database.team.count()).toBe(1);
    const entries = await listAuditEntries(scratch.database, { limit: 10 });
    const [{ id: teamId }] = [await scratch.database.team.findFirstOrThrow()];
    expect(entries).toMatchObject([
      {
        action: 'key.add',
        actor: { name: 'test' },
        teamId,
        target: made[0]!.id,
        changes: { name: { before: null, after: 'bootstrap' }, rights: { before: null, after: ['team'] } },
      },
      { action: 'team.add', teamId, target: teamId, changes: { name: { before: null, after: 'default' } } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(request.key);
  });

  it('stores the hash instead of the key and keeps a revoked key revoked', async () => {
    const key = generateApiKey();
    const { id } = await ensureApiKey(scratch.database, { key, team: 'default', name: 'first', actor });
    await scratch.database.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    await ensureApiKey(scratch.database, { key, team: 'default', name: 'again', actor });
    const row = await scratch.database.apiKey.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ hash: hashApiKey(key), name: 'first', revokedAt: expect.any(Date) });
    expect(JSON.stringify(row)).not.toContain(key);
  });

  it('generates keys that are valid in WebSocket subprotocols', () => {
    expect(generateApiKey()).toMatch(/^[A-Za-z0-9_-]{40,}$/);
  });
});
