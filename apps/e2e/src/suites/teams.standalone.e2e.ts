import { randomUUID } from 'node:crypto';
import { type CountingSite, startCountingSite } from '../harness/counting-site';
import { finishJob, requestJob, waitForEnd } from '../harness/jobs';
import { addTeam, adminEnv, runCommand } from '../harness/run-admin';
import { System } from '../harness/system';

const system = System.shared();
const admin = (...args: string[]) => runCommand(args, adminEnv(system));

describe('teams', () => {
  let site: CountingSite;
  beforeAll(async () => {
    site = await startCountingSite();
  });
  afterAll(() => site.stop());

  const batch = (area: string, count: number) => ({ urls: site.pages(area, count), maxAge: 0 });

  it('bills teams for pages and rejects them without credits', async () => {
    const name = `paying-${randomUUID()}`;
    const api = system.api(await addTeam(system, ['--credits', 'limited'], name));
    expect((await api.post('/v2/scrape', { url: `${site.origin}/paying` })).status).toBe(402);
    await admin('credits', 'grant', '--team', name, '--amount', '6');

    const refused = await api.post('/v2/batch/scrape', batch('paying', 7));
    expect(refused).toMatchObject({
      status: 402,
      body: { success: false, error: expect.stringMatching(/^Insufficient credits/) },
    });
    const id = await requestJob(api, '/v2/batch/scrape', { urls: [...site.pages('paying', 4), 'http://127.0.0.1:1/'] });
    const job = await finishJob(api, `/v2/batch/scrape/${id}`);
    expect(job.status).toMatchObject({ status: 'completed', completed: 4, creditsUsed: 4 });
    const sum = job.documents.reduce((total, { metadata }) => total + Number(metadata.creditsUsed), 0);
    expect(sum).toBe(4);
    const usage = await api.get('/v2/team/credit-usage');
    expect(usage.body.data).toMatchObject({ remainingCredits: 2, planCredits: 6 });
    const { body } = await api.get('/v1/team/credit-usage/historical?byApiKey=true');
    expect(body.periods).toEqual([expect.objectContaining({ apiKey: 'e2e', creditsUsed: 4 })]);

    const crawl = await requestJob(api, '/v2/crawl', {
      url: `${site.origin}/paying`,
      maxDiscoveryDepth: 0,
      sitemap: 'skip',
    });
    await finishJob(api, `/v2/crawl/${crawl}`);
    expect((await api.post('/v1/scrape', { url: `${site.origin}/paying` })).status).toBe(200);
    expect((await api.post('/v1/scrape', { url: `${site.origin}/paying` })).status).toBe(402);
    expect(await admin('team', 'list')).toMatch(new RegExp(`^${name} .* 6 +6 +0$`, 'm'));
    expect(await admin('key', 'list', '--team', name)).toMatch(/ 20\S+ +20\S+ +valid$/m);
  }, 120_000);

  it('rejects teams beyond their rate limit, with Retry-After', async () => {
    const api = system.api(await addTeam(system, ['--jobs-per-minute', '2']));
    const ids = [
      await requestJob(api, '/v2/batch/scrape', batch('rate', 1)),
      await requestJob(api, '/v1/batch/scrape', batch('rate', 1)),
    ];
    const refused = await api.post('/v2/crawl', { url: `${site.origin}/rate` });
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringMatching(/^Rate limit exceeded/) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const id of ids) await finishJob(api, `/v2/batch/scrape/${id}`);
  });

  it('lets an operator list, cancel and retry jobs of teams', async () => {
    const name = `operated-${randomUUID()}`;
    const api = system.api(await addTeam(system, ['--max-concurrency', '1'], name));
    const id = await requestJob(api, '/v2/batch/scrape', batch('operated', 50));
    expect(await admin('job', 'list', '--team', name)).toContain(id);
    await admin('job', 'cancel', id);
    expect((await waitForEnd(api, `/v2/batch/scrape/${id}`)).status).toBe('cancelled');
    expect(await admin('job', 'show', id)).toMatch(/^state +cancelled$/m);

    const short = await requestJob(api, '/v2/batch/scrape', batch('operated', 2));
    await finishJob(api, `/v2/batch/scrape/${short}`);
    const again = (await admin('job', 'retry', short)).trim().split('\n').at(-1)!;
    const { status } = await finishJob(api, `/v2/batch/scrape/${again}`);
    expect(status).toMatchObject({ status: 'completed', completed: 2, creditsUsed: 2 });
  }, 120_000);
});
