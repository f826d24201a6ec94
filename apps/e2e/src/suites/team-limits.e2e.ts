import type { ApiClient } from '../harness/api-client';
import { type CountingSite, startCountingSite } from '../harness/counting-site';
import { requestJob, waitForEnd } from '../harness/jobs';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';

const system = System.shared();

describe('the limits of teams', () => {
  let site: CountingSite;
  beforeAll(async () => {
    site = await startCountingSite();
  });
  afterAll(() => site.stop());

  const batch = (area: string, count: number) => ({ urls: site.pages(area, count), maxAge: 0 });

  it('enforces team limits for competing jobs and scrapes while 200 clients poll', async () => {
    const teams = await Promise.all(
      [2, 3].map(async (limit) => system.api(await addTeam(system, ['--max-concurrency', String(limit)]))),
    );
    const [few, more] = teams as [ApiClient, ApiClient];
    const jobs = [
      { api: few, id: await requestJob(few, '/v2/batch/scrape', batch('few', 8)) },
      { api: more, id: await requestJob(more, '/v2/batch/scrape', batch('more', 12)) },
      { api: more, id: await requestJob(more, '/v1/batch/scrape', batch('more', 8)) },
    ];
    const ends = jobs.map(({ api, id }) => waitForEnd(api, `/v2/batch/scrape/${id}`));
    const scrapes = site.pages('few', 4).map((url) => few.post('/v2/scrape', { url, timeout: 60_000, maxAge: 0 }));

    const statuses = new Set<number>();
    const clients = Array.from({ length: 200 }, async (_, n) => {
      const { api, id } = jobs[n % jobs.length]!;
      for (let poll = 0; poll < 5; poll += 1) statuses.add((await api.get(`/v2/batch/scrape/${id}`)).status);
    });
    const finished = await Promise.all(ends);
    expect((await Promise.all(scrapes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all(clients);

    expect(finished.map(({ status, completed }) => [status, completed])).toEqual([
      ['completed', 8],
      ['completed', 12],
      ['completed', 8],
    ]);
    expect(statuses).toEqual(new Set([200]));
    expect({ few: site.peak('few'), more: site.peak('more') }).toEqual({ few: 2, more: 3 });
  }, 120_000);
});
