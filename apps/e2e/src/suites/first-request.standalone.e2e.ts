import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runJob } from '../harness/jobs';
import { inheritedEnv } from '../harness/service-process';
import { BOOTSTRAP_KEY, System } from '../harness/system';

const WELCOME = 'http://welcome.orbweaver.internal/';

describe('the request that a starting process prints', () => {
  const system = System.shared();
  const log = readFileSync(system.process('standalone').logFile, 'utf8');

  it('scrapes a page without a network', () => {
    const [printed = ''] = /^ {2}curl .*$/m.exec(log) ?? [];
    // Tests do not use the internet.
    const command = printed.replace('https://example.com', WELCOME);
    const { stdout } = spawnSync('sh', ['-c', command], {
      env: { ...inheritedEnv(), BOOTSTRAP_API_KEY: BOOTSTRAP_KEY },
      encoding: 'utf8',
    });
    const { success, data } = JSON.parse(stdout) as { success: boolean; data: Record<string, unknown> };
    expect(success).toBe(true);
    expect(data.markdown).toMatch(/^# Welcome to Orbweaver\n/);
  });

  it("does not print the operator's API key", () => {
    expect(log).toContain('API key:  see BOOTSTRAP_API_KEY');
    expect(log).not.toContain(BOOTSTRAP_KEY);
  });

  it('is served only by the process itself', async () => {
    const api = system.api();
    const scrape = async (url: string) => (await api.post('/v2/scrape', { url, formats: ['markdown', 'links'] })).body;
    const welcome = await scrape('welcome.orbweaver.internal');
    expect(welcome).toMatchObject({
      success: true,
      data: { metadata: { statusCode: 200, title: 'Welcome to Orbweaver' } },
    });
    for (const other of [
      'http://welcome.orbweaver.internal:3002/',
      'http://welcome.orbweaver.internal/other',
      'http://orbweaver.internal/',
    ]) {
      expect(await scrape(other)).toMatchObject({ success: false });
    }
  });

  it('crawls the page of the printed request with and without a trailing slash', async () => {
    // maxAge 0: earlier scrapes may have cached the page.
    const options = { limit: 1, scrapeOptions: { maxAge: 0 } };
    for (const url of [WELCOME, WELCOME.slice(0, -1), `${WELCOME}#top`]) {
      const job = await runJob(system.api(), '/v2/crawl', { url, ...options });
      expect(job).toMatchObject({ status: { status: 'completed' }, documents: [{ metadata: { statusCode: 200 } }] });
    }
  });
});
