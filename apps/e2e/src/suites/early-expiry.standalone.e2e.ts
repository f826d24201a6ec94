import { until } from '@orbweaver/testing';
import { withDatabase } from '../harness/dump-database';
import { finishJob, requestJob } from '../harness/jobs';
import { startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

const system = System.shared();

describe('expiresInHours', () => {
  it('hides and erases the documents of one job at its expiry, and keeps those of others', async () => {
    const site = await startSmallSite((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body><h1>Minutes</h1><p>A page that must not be kept for long.</p></body></html>');
    });
    try {
      const api = system.api();
      const urls = [`${site.origin}/a`, `${site.origin}/b`];
      const path = '/v2/batch/scrape';
      const early = await requestJob(api, path, { urls, maxAge: 0, expiresInHours: 1 });
      const other = await requestJob(api, path, { urls, maxAge: 0 });
      for (const id of [early, other]) expect((await finishJob(api, `${path}/${id}`)).documents).toHaveLength(2);

      await withDatabase(system, async (database) => {
        // An hour passes.
        await database.$executeRaw`
          UPDATE jobs SET expires_at = now(), erase_due_at = now() WHERE id = ${early}::uuid`;
        expect(await api.get(`${path}/${early}`)).toMatchObject({ status: 404, body: { error: 'Job expired' } });
        const count = async (id: string) => {
          const [row] = await database.$queryRaw<[{ rows: number }]>`
            SELECT count(*)::int AS rows FROM documents WHERE job_id = ${id}::uuid`;
          return row.rows;
        };
        await until('the erasure', async () => (await count(early)) === 0, 30_000);
        expect(await count(other)).toBe(2);
      });
    } finally {
      await site.stop();
    }
  }, 120_000);
});
