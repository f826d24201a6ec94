import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findCaller, hashApiKey, listAuditEntries } from '@orbweaver/persistence';
import { startTestDatabase, type TestDatabase, temporaryFolders } from '@orbweaver/testing';
import { type PlatformConfig, platformConfig } from '../config/platform.config';
import { ensureBootstrapKey } from './bootstrap-key';

let postgres: TestDatabase;
const folders = temporaryFolders('key');
afterAll(folders.remove);

beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.close());

const configOf = (more: Partial<PlatformConfig> = {}): PlatformConfig => ({
  ...platformConfig.parse({}),
  DATA_DIR: folders.make(),
  ...more,
});
const isValid = async (key: string) => (await findCaller(postgres.database, hashApiKey(key))) !== undefined;

describe('ensureBootstrapKey', () => {
  it('creates a valid key once, in a file readable by its owner only', async () => {
    const config = configOf();
    const made = await ensureBootstrapKey(postgres.database, config, true);
    expect(await isValid(made!.key)).toBe(true);
    expect(await ensureBootstrapKey(postgres.database, config, true)).toEqual({ key: made!.key, isRevoked: false });
    expect(statSync(path.join(config.DATA_DIR, 'api-key')).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'ow-12\n'])('replaces a truncated key: %j', async (kept) => {
    const config = configOf();
    const file = path.join(config.DATA_DIR, 'api-key');
    writeFileSync(file, kept);
    const { key } = (await ensureBootstrapKey(postgres.database, config, true))!;
    expect(key).toMatch(/^ow-[0-9a-f]{48}$/);
    expect(readFileSync(file, 'utf8').trim()).toBe(key);
    expect(await isValid(kept.trim())).toBe(false);
  });

  it('uses the configured key and creates no other', async () => {
    const key = 'given-by-the-operator';
    expect(await ensureBootstrapKey(postgres.database, configOf({ BOOTSTRAP_API_KEY: key }), false)).toEqual({
      key,
      isRevoked: false,
    });
    expect(await isValid(key)).toBe(true);
    expect(await ensureBootstrapKey(postgres.database, configOf(), false)).toBeUndefined();
  });

  it('records the creation of a key in the audit log once', async () => {
    const config = configOf({ BOOTSTRAP_API_KEY: 'written-down-for-the-operator' });
    await ensureBootstrapKey(postgres.database, config, false);
    const [newest] = await listAuditEntries(postgres.database, { limit: 1 });
    expect(newest).toMatchObject({
      action: 'key.add',
      actor: { apiKeyId: null, name: expect.stringMatching(/^start of \d+@/) },
      changes: { name: { before: null, after: 'bootstrap' } },
    });
    await ensureBootstrapKey(postgres.database, config, false);
    expect(await listAuditEntries(postgres.database, { limit: 1 })).toEqual([newest]);
  });

  it('keeps a revoked key revoked and reports it', async () => {
    const config = configOf({ BOOTSTRAP_API_KEY: 'revoked-by-the-operator' });
    await ensureBootstrapKey(postgres.database, config, false);
    await postgres.database.apiKey.updateMany({ data: { revokedAt: new Date() } });
    expect(await ensureBootstrapKey(postgres.database, config, false)).toMatchObject({ isRevoked: true });
    expect(await isValid('revoked-by-the-operator')).toBe(false);
  });
});
