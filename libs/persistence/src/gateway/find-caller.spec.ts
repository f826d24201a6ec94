import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { ensureApiKey, generateApiKey, hashApiKey } from '../access/api-keys';
import { findCaller, noteKeyUse } from './find-caller';

const actor = { apiKeyId: null, name: 'test', requestId: null };

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

describe('noteKeyUse', () => {
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
    const find = () => findCaller(database, hashApiKey(key));
    const use = () => Promise.all(Array.from({ length: 20 }, () => noteKeyUse(database, id)));
    expect(await find()).toMatchObject({ keyId: id, isUseDue: true });
    await use();
    expect(await find()).toMatchObject({ keyId: id, isUseDue: false });
    const first = await row();
    expect(first.lastUsedAt).toEqual(expect.any(Date));
    expect(await writes()).toBe(1);
    await use();
    expect(await row()).toEqual(first);
    expect(await writes()).toBe(1);

    const longAgo = new Date(Date.now() - 61_000);
    await database.apiKey.update({ where: { id }, data: { lastUsedAt: longAgo } });
    await use();
    expect((await row()).lastUsedAt!.getTime()).toBeGreaterThan(longAgo.getTime());
  });
});

describe('findCaller', () => {
  it('finds no caller for a revoked key', async () => {
    const { database } = scratch;
    const key = generateApiKey();
    const { id } = await ensureApiKey(database, { key, team: 'default', name: 'revoked', actor });
    await database.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    expect(await findCaller(database, hashApiKey(key))).toBeUndefined();
  });
});
