import { followNext } from '../../test/follow-next';
import { jobCalls } from '../../test/job-calls';
import { type KnownRow, knowUrls, site, start } from '../../test/known-urls';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { JobUrls } from '../wire/explanations';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://api.example/base/' });
});
afterAll(() => gateway.close());

describe('GET /v2/crawl/:id/urls', () => {
  const reasons = ['excluded', 'external', 'limit', 'robots'];
  const rows: KnownRow[] = Array.from({ length: 250 }, (_, index) => ({
    url: site(`/docs/${index}`),
    depth: index === 0 ? 0 : 1,
    ...(index === 0 ? { isStart: true } : { foundOn: 0 }),
    ...(index % 5 === 0 ? {} : { state: 'skipped', reason: reasons[index % 4]! }),
  }));
  rows[5] = { ...rows[5]!, state: 'failed', reason: 'cancelled', message: 'Stopped.' };
  rows[10] = { ...rows[10]!, state: 'queued' };
  rows[15] = { ...rows[15]!, state: 'leased' };
  let id: string;
  beforeAll(async () => {
    id = await jobCalls(gateway).startCrawl({ url: start });
    await knowUrls(gateway, id, rows);
  });

  async function readAll(path: string) {
    const pages = await followNext(gateway, path, { base: 'https://api.example/base' });
    return pages.map((page) => JobUrls.parse(page).urls);
  }

  it('lists every URL once in order of discovery, page by page', async () => {
    const pages = await readAll(`/v2/crawl/${id}/urls`);
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(pages.flat().map(({ url }) => url)).toEqual(rows.map(({ url }) => url));
    expect((await readAll(`/v2/crawl/${id}/urls?limit=250`)).map((page) => page.length)).toEqual([250]);
  });

  it.each<[string, (row: KnownRow) => boolean]>([
    ['state=done', ({ state }) => state === undefined],
    ['state=queued', ({ state }) => state === 'queued'],
    ['state=leased', ({ state }) => state === 'leased'],
    ['state=failed', ({ state }) => state === 'failed'],
    ['state=skipped', ({ state }) => state === 'skipped'],
    ['state=skipped&reason=limit', ({ state, reason }) => state === 'skipped' && reason === 'limit'],
    ['reason=cancelled', ({ reason }) => reason === 'cancelled'],
  ])('lists the URLs with %s', async (query, isWanted) => {
    const pages = await readAll(`/v2/crawl/${id}/urls?${query}&limit=7`);
    expect(pages.flat().map(({ url }) => url)).toEqual(rows.filter(isWanted).map(({ url }) => url));
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(7);
  });

  it('returns the details of each URL, and the URL of the next page', async () => {
    const { body } = await gateway.call(`/v2/crawl/${id}/urls?state=failed`);
    expect(body).toEqual({
      success: true,
      urls: [
        {
          id: expect.any(String),
          url: site('/docs/5'),
          state: 'failed',
          reason: 'cancelled',
          message: 'Stopped.',
          depth: 1,
          foundOn: start.replace('/docs/', '/docs/0'),
        },
      ],
      totals: { queued: 1, leased: 1, done: 47, failed: 1, skipped: 200 },
    });
    const first = await gateway.call(`/v2/batch/scrape/${id}/urls?state=skipped&limit=2`);
    expect(first.body.next).toBe(`https://api.example/base/v2/batch/scrape/${id}/urls?state=skipped&limit=2&after=3`);
  });

  it.each([
    ['state=visited', /^state: /],
    ['reason=bad', /^reason: /],
    ['state=done&reason=robots', /^reason: A URL that is done/],
    ['limit=0', /^limit: Must be an integer from 1 to 1000/],
    ['limit=1001', /^limit: /],
    ['after=-1', /^after: Must be an integer from 0 to 2147483647, not "-1"$/],
    ['state=skipped&reason=', /^reason: Must not be empty; omit the parameter instead$/],
    ['state=', /^state: /],
    ['after=', /^after: /],
    ['limit=', /^limit: /],
    ['limit=1&limit=2', /^limit: Must not be repeated$/],
    ['skip=1', /^skip: Unrecognized/],
  ])('rejects %s', async (query, error) => {
    const answer = await gateway.call(`/v2/crawl/${id}/urls?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });
});
