import { ensureApiKey, generateApiKey, hashApiKey } from '../access/api-keys';
import { startTestDatabase, type TestDatabase } from '../embedded/start-test-database';
import { findCaller } from './find-caller';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

describe('findCaller', () => {
  it('notes when a key was last used, once a minute however many ask at once', async () => {
    const { database } = scratch;
    const key = generateApiKey();
    const { id } = await ensureApiKey(database, { key, team: 'default', name: 'used' });
    const row = async () => {
      const [found] = await database.$queryRaw<{ version: string; lastUsedAt: Date | null }[]>`
        SELECT xmin::text AS version, last_used_at AS "lastUsedAt" FROM api_keys WHERE id = ${id}::uuid`;
      return found!;
    };
    expect((await row()).lastUsedAt).toBeNull();
    const ask = () => Promise.all(Array.from({ length: 20 }, () => findCaller(database, hashApiKey(key))));
    expect(new Set((await ask()).map((caller) => caller?.keyId))).toEqual(new Set([id]));
    const first = await row();
    expect(first.lastUsedAt).toEqual(expect.any(Date));
    await ask();
    expect(await row()).toEqual(first);

    const longAgo = new Date(Date.now() - 61_000);
    await database.apiKey.update({ where: { id }, data: { lastUsedAt: longAgo } });
    await ask();
    expect((await row()).lastUsedAt!.getTime()).toBeGreaterThan(longAgo.getTime());
  });

  it('does not know a revoked key, and notes no use of it', async () => {
    const { database } = scratch;
    const key = generateApiKey();
    const { id } = await ensureApiKey(database, { key, team: 'default', name: 'revoked' });
    await database.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    expect(await findCaller(database, hashApiKey(key))).toBeUndefined();
    expect(await database.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ lastUsedAt: null });
  });
});
