import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { serveExampleSite } from '../guide/serve-example-site';
import { inheritedEnv } from '../harness/service-process';
import { BOOTSTRAP_KEY, System } from '../harness/system';

const run = promisify(execFile);
const PROGRAM = path.join(__dirname, '../official-client/call_official_client.py');

describe('the official Python client', () => {
  it("scrapes, crawls, maps, parses, batches, watches and reads the team's usage in both versions", async () => {
    const site = await serveExampleSite();
    const target = { url: System.shared().baseUrls[0], key: BOOTSTRAP_KEY, site: site.origin };
    const PYTHONPATH = process.env.ORBWEAVER_PYTHON_PACKAGES ?? '';
    try {
      const { stdout } = await run(process.env.ORBWEAVER_PYTHON!, [PROGRAM, JSON.stringify(target)], {
        env: { ...inheritedEnv(), PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' },
      });
      expect(JSON.parse(stdout)).toEqual({
        scraped: [
          '# Desk lamp\n\nIt costs 20 euros and gives light.',
          [],
          'data:image/jpeg',
          [{ type: 'string', value: 'Desk lamp' }],
          200,
        ],
        crawled: ['completed', 5, [`${site.origin}/lamps/catalogue.epub`], [`${site.origin}/private/plans.html`]],
        mapped: [[`${site.origin}/lamps/desk.html`, 'Desk lamp'], `${site.origin}/lamps`],
        cancelled: [true, true, 'cancelled'],
        batched: ['completed', 1, [], true],
        watched: 'completed',
        v1: ['completed', 4, 'completed', 2, '# About us\n\nThree people and many lamps.'],
        parsed: '# Opening hours',
        tokens: expect.any(Number),
        credits: expect.any(Number),
        concurrency: expect.any(Number),
        queue: expect.any(Number),
        wrong: expect.stringContaining('URL uses unsupported protocol'),
        late: expect.stringContaining('Scrape timed out'),
        prompt: expect.stringContaining('needs a language model'),
      });
    } finally {
      await site.stop();
    }
  });
});
