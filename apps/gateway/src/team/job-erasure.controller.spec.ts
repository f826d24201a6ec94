import { randomUUID } from 'node:crypto';
import { startCrawl } from '../../test/job-calls';
import { endJob, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const erase = (id: string, key?: string) =>
  gateway.call(`/v2/jobs/${id}/documents`, { method: 'DELETE', ...(key && { key }) });
const proof = (id: string, key?: string) => gateway.call(`/v2/jobs/${id}/erasure`, { ...(key && { key }) });

async function endedCrawl(): Promise<string> {
  const id = await startCrawl(gateway, { url: 'https://site.example/secret' });
  await storePages(gateway.database, id, [{ url: 'https://site.example/secret/page' }]);
  await endJob(gateway.database, id, 'completed');
  return id;
}

describe('JobErasureController', () => {
  it('rejects a running job, an unknown job, and a job of another team', async () => {
    const id = await startCrawl(gateway);
    expect(await erase(id)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/running. Cancel it/) },
    });
    const { key } = await insertTeam(gateway.database);
    for (const [job, caller] of [
      [randomUUID(), undefined],
      ['x', undefined],
      [id, key],
    ] as const) {
      expect((await erase(job, caller)).status).toBe(404);
      expect((await proof(job, caller)).status).toBe(404);
    }
  });

  it('hides all pages from the first response on, and repeats its answer', async () => {
    const id = await endedCrawl();
    const [page] = await gateway.database.page.findMany({ where: { jobId: id } });
    const first = await erase(id);
    expect(first).toMatchObject({
      status: 202,
      body: { success: true, id, status: 'erasing', completedAt: null, counts: { documents: 0 } },
    });
    expect(await erase(id)).toEqual({ ...first, headers: expect.anything() });
    expect((await proof(id)).body).toEqual(first.body);
    const { key } = await insertTeam(gateway.database);
    expect((await proof(id, key)).status).toBe(404);
    const answers: [string, number][] = [
      [`/v2/crawl/${id}/export`, 410],
      [`/v2/jobs/${id}/request`, 410],
      [`/v2/crawl/${id}/urls`, 404],
      [`/v2/crawl/${id}/explain?url=https://site.example/secret`, 404],
      [`/v2/scrape/${page!.id}`, 404],
    ];
    for (const [path, status] of answers) expect([path, (await gateway.call(path)).status]).toEqual([path, status]);
    for (const path of [`/v2/crawl/${id}`, `/v2/crawl/${id}/errors`, `/v2/jobs?search=${id}`]) {
      expect(JSON.stringify((await gateway.call(path)).body)).not.toContain('secret');
    }
    const again = { method: 'POST', body: { jobId: id } };
    expect((await gateway.call('/v2/webhooks/deliveries/redeliver', again)).status).toBe(409);
    expect((await gateway.call(`/v2/jobs/${id}/retry`, { method: 'POST' })).status).toBe(409);
  });
});
