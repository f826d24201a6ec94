import { readFileSync } from 'node:fs';
import { requestJob, waitForEnd } from '../harness/jobs';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

const FRAMES = 30;
const SCRAPES = 50;
const RENDERS = 4;

describe('Node.js', () => {
  let site: SmallSite;
  beforeAll(async () => {
    const frames = Array.from({ length: FRAMES }, (_, index) => `<iframe src="/frame/${index}"></iframe>`).join('');
    site = await startSmallSite(({ url = '/' }, response) => {
      const links = url.startsWith('/frame/') ? [] : Array.from({ length: 10 }, (_, index) => `${url}${index}/`);
      const markup = url.startsWith('/framed/') ? frames : '';
      response.setHeader('content-type', 'text/html').end(htmlPage(`Page ${url}`, links, markup));
    });
  });
  afterAll(() => site.stop());

  // Includes warnings that earlier suites caused in the same process.
  it('prints no warning (leaked listeners and the like) during concurrent scrapes, renders and a crawl', async () => {
    const system = System.shared();
    const api = system.api();
    const crawl = await requestJob(api, '/v2/crawl', { url: `${site.origin}/crawled/`, limit: 60 });
    const scrape = (path: string, options: object) => api.post('/v2/scrape', { url: site.origin + path, ...options });
    const answers = await Promise.all([
      ...Array.from({ length: SCRAPES }, (_, index) => scrape(`/plain/${index}/`, {})),
      ...Array.from({ length: RENDERS }, (_, index) =>
        scrape(`/framed/${index}/`, { formats: ['markdown', 'screenshot'], blockAds: true, timeout: 60_000 }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await waitForEnd(api, `/v2/crawl/${crawl}`);
    const log = readFileSync(system.process('standalone').logFile, 'utf8');
    expect(log.split('\n').filter((line) => /^\(node:\d+\) /.test(line))).toEqual([]);
  });
});
