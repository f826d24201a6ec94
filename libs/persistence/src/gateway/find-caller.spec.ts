import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { ensureApiKey, generateApiKey, hashApiKey } from '../access/api-keys';
import { findCaller } from './find-caller';

const actor = { apiKeyId: null, name: 'test', requestId: null };

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

describe('findCaller', () => {
  it('records the last use of a key once per minute under concurrency', async () => {
    const { database } = scratch;
    const key = generateApiKey();
    const { id } = await ensureApiKey(database, { key, team: 'default', name: 'used', actor });
    const row = () => database.apiKey.findUniqueOrThrow({ where: { id }, select: { lastUsedAt: true } });
    expect(await row()).toEqual({ lastUsedAt: null });
    // Counts row versions of a burst.
    await database.$executeRaw`CREATE TABLE noted_uses (at TIMESTAMPTZ)`;
    await database.$executeRaw`
      CREATE FUNCTION note_use() RETURNS TRIGGER LANGUAGE plpgsql
      AS 'BEGIN INSERT INTO noted_uses VALUES (now()); RETURN NEW; END'`;
    await database.$executeRaw`
      CREATE TRIGGER note_use AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION note_use()`;
    const writes = async () =>
      (await database.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM noted_uses`)[0]!.count;
    const ask = () => Promise.all(Array.from({ length: 20 }, () => findCaller(database, hashApiKey(key))));
    expect(new Set((await ask()).map((caller) => caller?.keyId))).toEqual(new Set([id]));
    const first = await row();
    expect(first.lastUsedAt).toEqual(expect.any(Date));
    expect(await writes()).toBe(1);
    await ask();
    expect(await row()).toEqual(first);
    expect(await writes()).toBe(1);

    const longAgo = new Date(Date.now() - 61_000);
    await database.apiKey.update({ where: { id }, data: { lastUsedAt: longAgo } });
    await ask();
    expect((await row()).lastUsedAt!.getTime()).toBeGreaterThan(longAgo.getTime());
  });

  it('rejects a revoked key without recording its use', async () => {
    const { database } = scratch;
    const key = generateApiKey();
    const { id } = await ensureApiKey(database, { key, team: 'default', name: 'revoked', actor });
    await database.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    expect(await findCaller(database, hashApiKey(key))).toBeUndefined();
    expect(await database.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ lastUsedAt: null });
  });
});
