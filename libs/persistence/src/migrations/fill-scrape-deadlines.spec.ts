import { randomUUID } from 'node:crypto';
import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { scrapeSpec, startTestDatabase, temporaryFolders } from '@orbweaver/testing';
import { deployMigrations } from './deploy-migrations';

const folders = temporaryFolders('migrations');
afterAll(folders.remove);

const MIGRATIONS = path.resolve(__dirname, '../../prisma/migrations');

describe('migration to scrape deadlines', () => {
  it('sets deadlines of running scrapes and batches like those of new ones', async () => {
    const scratch = await startTestDatabase();
    const { database } = scratch;
    const dir = folders.make();
    await cp(MIGRATIONS, dir, { recursive: true });
    for (const name of await readdir(dir))
      if (name >= '20261121102202') await rm(path.join(dir, name), { recursive: true });
    await database.$executeRawUnsafe('DROP SCHEMA public CASCADE');
    await database.$executeRawUnsafe('CREATE SCHEMA public');
    await deployMigrations(scratch.url, { dir });

    const actions = [{ type: 'wait', milliseconds: 5000 }, { type: 'wait', selector: 'p' }, { type: 'screenshot' }];
    const scrape = { ...scrapeSpec(), timeoutMs: 30_000, waitForMs: 1500, actions };
    const [scrapeId, batchId] = [randomUUID(), randomUUID()];
    await database.$executeRaw`
      INSERT INTO jobs (id, team_id, kind, spec, created_at, expires_at) VALUES
        (${scrapeId}::uuid, ${randomUUID()}::uuid, 'scrape', ${JSON.stringify({ scrape })}::jsonb, '2030-01-01', '2031-01-01'),
        (${batchId}::uuid, ${randomUUID()}::uuid, 'batch', '{}', '2030-01-01', '2031-01-01')`;
    await database.$executeRaw`
      INSERT INTO job_url_lists (job_id, position, urls)
      VALUES (${batchId}::uuid, 0, '[{}, {}, {}]'), (${batchId}::uuid, 1, '[{}]')`;
    await deployMigrations(scratch.url, { dir: MIGRATIONS });

    const createdAt = new Date('2030-01-01');
    const deadlineAt = new Date(createdAt.getTime() + 37_500);
    expect(await database.job.findUnique({ where: { id: scrapeId } })).toMatchObject({
      startedAt: createdAt,
      deadlineAt,
    });
    expect(await database.job.findUnique({ where: { id: batchId } })).toMatchObject({
      ...{ namedUrls: 4, startedAt: null, deadlineAt: null },
    });
    await scratch.close();
  });
});
