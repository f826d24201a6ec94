import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runJob } from '../harness/jobs';
import { inheritedEnv } from '../harness/service-process';
import { BOOTSTRAP_KEY, System } from '../harness/system';

const WELCOME = 'http://welcome.orbweaver.internal/';

describe('the request that the process prints when it has started', () => {
  const system = System.shared();
  const log = readFileSync(system.process('standalone').logFile, 'utf8');

  it('scrapes a page as it stands there, on a machine without a network too', () => {
    const [printed = ''] = /^ {2}curl .*$/m.exec(log) ?? [];
    // No test reaches the internet, also where there is one.
    const command = printed.replace('https://example.com', WELCOME);
    const { stdout } = spawnSync('sh', ['-c', command], {
      env: { ...inheritedEnv(), BOOTSTRAP_API_KEY: BOOTSTRAP_KEY },
      encoding: 'utf8',
    });
    const { success, data } = JSON.parse(stdout) as { success: boolean; data: Record<string, unknown> };
    expect(success).toBe(true);
    expect(data.markdown).toMatch(/^# Welcome to Orbweaver\n/);
  });

  it('does not show the key that the operator gave, nor does anything else', () => {
    expect(log).toContain('API key:  see BOOTSTRAP_API_KEY');
    expect(log).not.toContain(BOOTSTRAP_KEY);
  });

  it('is answered from the process itself, by no other address of that name', async () => {
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

  it('is crawled whether or not the start URL ends with a slash', async () => {
    // maxAge 0: the cache may hold the page of an earlier scrape.
    const options = { limit: 1, scrapeOptions: { maxAge: 0 } };
    for (const url of [WELCOME, WELCOME.slice(0, -1), `${WELCOME}#top`]) {
      const job = await runJob(system.api(), '/v2/crawl', { url, ...options });
      expect(job).toMatchObject({ status: { status: 'completed' }, documents: [{ metadata: { statusCode: 200 } }] });
    }
  });
});
