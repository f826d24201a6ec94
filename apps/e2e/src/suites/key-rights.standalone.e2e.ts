import { randomUUID } from 'node:crypto';
import { type CountingSite, startCountingSite } from '../harness/counting-site';
import { finishJob, requestJob } from '../harness/jobs';
import { adminEnv, runCommand } from '../harness/run-admin';
import { System } from '../harness/system';

const system = System.shared();
const admin = async (...args: string[]) => (await runCommand(args, adminEnv(system))).trim().split('\n');

describe('keys with rights and networks', () => {
  const team = `rights-${randomUUID()}`;
  let site: CountingSite;
  beforeAll(async () => {
    site = await startCountingSite();
    await admin('team', 'add', '--name', team);
  });
  afterAll(() => site.stop());

  const keyWith = async (...options: string[]) =>
    (await admin('key', 'add', '--team', team, '--name', 'e2e', ...options)).at(-1)!;

  it('run what the rights allow and nothing else', async () => {
    const [scraper, crawler, reader] = [
      system.api(await keyWith('--rights', 'scrape')),
      system.api(await keyWith('--rights', 'crawl,read')),
      system.api(await keyWith('--rights', 'read')),
    ];
    const scrape = { url: `${site.origin}/rights` };
    expect((await scraper.post('/v2/scrape', scrape)).status).toBe(200);
    const refused = await crawler.post('/v2/scrape', scrape);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'KEY_RIGHT_MISSING', error: expect.stringContaining('`scrape`') },
    });
    const batch = { urls: site.pages('rights', 2) };
    expect((await reader.post('/v2/batch/scrape', batch)).status).toBe(403);
    const id = await requestJob(crawler, '/v2/batch/scrape', batch);
    await finishJob(crawler, `/v2/batch/scrape/${id}`);
    expect((await reader.get(`/v2/batch/scrape/${id}`)).body).toMatchObject({ status: 'completed', completed: 2 });
    expect((await scraper.get(`/v2/batch/scrape/${id}`)).status).toBe(403);
  });

  it('are rejected outside their networks', async () => {
    const [inside, outside] = [
      await keyWith('--networks', '127.0.0.0/8,::1'),
      await keyWith('--networks', '10.0.0.0/8'),
    ];
    expect((await system.api(inside).get('/v2/team')).status).toBe(200);
    expect(await system.api(outside).get('/v2/team')).toMatchObject({
      status: 403,
      body: { code: 'KEY_NETWORK_REFUSED' },
    });
  });

  it('are rotated without a rejected request', async () => {
    const old = await keyWith('--rights', 'read');
    const { body } = await system.api(old).get('/v2/team');
    const statuses: number[] = [];
    let current = old;
    let isRotated = false;
    const asking = (async () => {
      while (!isRotated) statuses.push((await system.api(current).get('/v2/team')).status);
      for (let count = 0; count < 10; count += 1) statuses.push((await system.api(current).get('/v2/team')).status);
    })();
    current = (await admin('key', 'rotate', body.key.id, '--overlap', '1h')).at(-1)!;
    isRotated = true;
    await asking;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await system.api(old).get('/v2/team')).status).toBe(200);
    const listed = (await admin('key', 'list', '--team', team)).filter((line) => line.includes(body.key.id));
    expect(listed[0]).toMatch(/ valid until 20\S+$/);
  });
});
