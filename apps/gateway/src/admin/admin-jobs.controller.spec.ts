import { randomUUID } from 'node:crypto';
import { type AdminCalls, adminCalls } from '../../test/admin-calls';
import { endJob } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
let admin: AdminCalls;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await adminCalls(gateway);
});
afterAll(() => gateway.close());

describe('the admin API of jobs', () => {
  it('reads, cancels and retries jobs of any team', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    const { id } = (await gateway.call('/v2/batch/scrape', { key, body: { urls: ['https://example.com'] } })).body;
    expect(await admin.call(`/jobs/${id}/retry`, { method: 'POST' })).toMatchObject({
      status: 409,
      body: { error: /still running/ },
    });
    await gateway.database.frontierJob.create({ data: { id, teamId, kind: 'batch', leased: 1, queued: 0 } });
    const page = { id: randomUUID(), jobId: id, ordinal: 1, url: 'x', sourceUrl: 'x', dedupHash: Buffer.alloc(32) };
    const leaseUntil = new Date(Date.now() - 1000);
    await gateway.database.frontierPage.create({
      data: { ...page, host: 'example.com', depth: 0, state: 'leased', leaseUntil },
    });
    expect((await admin.call(`/jobs/${id}`)).body).toMatchObject({
      job: { id, teamId, state: 'scraping', leased: 1, apiKeyId: expect.any(String) },
      leases: { expired: 1, nextExpiryAt: leaseUntil.toISOString(), settledAt: null },
    });
    expect((await admin.call(`/jobs/${id}/cancel`, { method: 'POST' })).body.job.state).toBe('cancelled');
    expect(gateway.published.at(-1)).toMatchObject({ message: { type: 'CancelJob', jobId: id } });
    expect(await admin.call(`/jobs/${id}/cancel`, { method: 'POST' })).toMatchObject({ status: 409 });
    await endJob(gateway.database, id, 'cancelled');
    const spec = { scrape: { headers: { Cookie: '' }, headersErased: true } };
    const { spec: whole } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    await gateway.database.job.update({ where: { id }, data: { spec } });
    expect(await admin.call(`/jobs/${id}/retry`, { method: 'POST' })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('were erased when it ended') },
    });
    await gateway.database.job.update({
      where: { id },
      data: { spec: whole as object, webhook: { headers: { 'X-A': '' } } },
    });
    const again = (await admin.call(`/jobs/${id}/retry`, { method: 'POST' })).body.id;
    const listed = await admin.readAll(`/jobs?teamId=${teamId}&limit=1`, 'jobs');
    expect(listed.map((job) => job.id)).toEqual([again, id]);
    expect((await admin.call(`/jobs?teamId=${teamId}&state=cancelled`)).body.jobs).toHaveLength(1);
    expect((await admin.call(`/jobs?teamId=${teamId}&kind=batch`)).body.jobs).toHaveLength(2);
    expect((await admin.call(`/jobs?teamId=${teamId}&kind=crawl`)).body.jobs).toEqual([]);
  });

  it('erases documents of any team and returns the proof', async () => {
    const { key } = await insertTeam(gateway.database);
    const { id } = (await gateway.call('/v2/batch/scrape', { key, body: { urls: ['https://example.com'] } })).body;
    const erase = () => admin.call(`/jobs/${id}/documents`, { method: 'DELETE' });
    expect((await erase()).status).toBe(409);
    expect((await admin.call(`/jobs/${id}/erasure`)).status).toBe(404);
    await endJob(gateway.database, id, 'completed');
    expect(await erase()).toMatchObject({ status: 202, body: { id, status: 'erasing', by: expect.any(String) } });
    expect((await admin.call(`/jobs/${id}/erasure`)).body).toEqual((await erase()).body);
    expect((await gateway.call(`/v2/crawl/${id}/export`, { key })).status).toBe(410);
  });
});
