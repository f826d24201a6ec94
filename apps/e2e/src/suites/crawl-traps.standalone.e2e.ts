import { type FixtureSite, startFixtureSite } from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { System } from '../harness/system';

/** Hundreds of pages each, on a machine that has other things to do. */
const ENDS_WITHIN_MS = 240_000;

describe('a crawl in a part of a site that never ends', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
  });
  afterAll(() => site.close());

  it.each([
    // The bounds of one calendar, of five pages with short session ids, and of a link that meets itself; and the start.
    ['/v2/crawl', '/calendar/', 'a calendar', 501],
    ['/v1/crawl', '/sessions/', 'session ids', 501],
    ['/v2/crawl', '/spiral/', 'a path that repeats itself', 4],
  ])(
    'ends by itself within its bounds, and %s names the trap: %s',
    async (endpoint, path, trap, most) => {
      const body = { url: `${site.main}${path}`, limit: 10_000, scrapeOptions: { maxAge: 0 } };
      const { status, documents } = await runJob(api, endpoint, body, ENDS_WITHIN_MS);
      expect(status).toMatchObject({ status: 'completed', completed: documents.length });
      expect(documents.length).toBeGreaterThan(2);
      expect(documents.length).toBeLessThanOrEqual(most);
      expect(status.warning).toContain(`${trap}, for example ${site.main}${path}`);
      const urls = urlsOf(documents);
      expect(new Set(urls).size).toBe(urls.length);
      const visits = site.log.under(site.main, path).filter((request) => !request.path.endsWith('sitemap.xml'));
      expect(visits.length).toBeLessThanOrEqual(most + 10);
    },
    ENDS_WITHIN_MS + 30_000,
  );
});
