import { randomUUID } from 'node:crypto';
import { startDatabaseBefore } from '../../test/start-database-before';
import { readWebhookSecretVersions } from '../access/webhook-secrets';
import { deployMigrations, MIGRATIONS_DIR } from './deploy-migrations';

describe('migration to webhook secrets of teams', () => {
  it('keeps WEBHOOK_SECRET for existing teams and gives new teams a separate secret', async () => {
    const scratch = await startDatabaseBefore('webhook_key_versions');
    const insert = async (id: string) => {
      await scratch.database.$executeRaw`INSERT INTO teams (id, name) VALUES (${id}::uuid, ${id})`;
      return id;
    };
    const existing = await insert(randomUUID());
    await deployMigrations(scratch.url, { dir: MIGRATIONS_DIR });
    const added = await insert(randomUUID());
    const read = (id: string) => readWebhookSecretVersions(scratch.database, id);
    expect(await read(existing)).toMatchObject({ version: 0, previousUntil: null });
    expect(await read(added)).toMatchObject({ version: 1, previousUntil: null });
    await scratch.close();
  });
});
