import { type FixtureSite, startFixtureSite } from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { System } from '../harness/system';

/** Hundreds of pages each on a busy machine. */
const ENDS_WITHIN_MS = 240_000;

describe('a crawl of an endless site', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
  });
  afterAll(() => site.close());

  it.each([
    // Limits of the traps: a calendar, session ids (five pages), a repeating path; plus the start page.
    ['/v2/crawl', '/calendar/', 'a calendar', 501],
    ['/v1/crawl', '/sessions/', 'session ids', 501],
    ['/v2/crawl', '/spiral/', 'a path that repeats itself', 4],
  ])(
    'ends within the trap limits, and %s reports the trap: %s',
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
