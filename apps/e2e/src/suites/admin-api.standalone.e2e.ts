import { randomUUID } from 'node:crypto';
import { type FixtureSite, startFixtureSite } from '@orbweaver/testing';
import { runJob } from '../harness/jobs';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';

const system = System.shared();

describe('the admin API of a running system', () => {
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 13 });
  });
  afterAll(() => site.close());

  it("reports the pages of a new team's crawl by key and day", async () => {
    const admin = system.api(await addTeam(system, [], undefined, 'admin'));
    const { team } = (await admin.post('/admin/v1/teams', { name: `made-${randomUUID()}` })).body;
    const { key, secret } = (await admin.post('/admin/v1/keys', { teamId: team.id, name: 'crawler' })).body;
    const job = await runJob(system.api(secret), '/v2/crawl', {
      url: `${site.main}/tree/`,
      scrapeOptions: { maxAge: 0 },
    });
    expect(job.documents.length).toBeGreaterThan(5);
    const { usage } = (await admin.get(`/admin/v1/usage?teamId=${team.id}`)).body;
    const sum = (field: string) => usage.reduce((total: number, day: Record<string, number>) => total + day[field]!, 0);
    expect(usage[0]).toMatchObject({ apiKeyId: key.id, apiKey: 'crawler', team: team.name });
    expect({ requests: sum('requests'), pages: sum('pages'), credits: sum('credits') }).toEqual({
      requests: 1,
      pages: job.documents.length,
      credits: job.status.creditsUsed,
    });
    const { entries } = (await admin.get(`/admin/v1/audit?teamId=${team.id}`)).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['key.add', 'team.add']);
  });
});
