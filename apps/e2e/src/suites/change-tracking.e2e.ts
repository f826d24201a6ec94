import type { WireDocument } from '../harness/api-client';
import { runJob } from '../harness/jobs';
import { type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';
import { testedVersions, type Version } from '../harness/versions';

type TrackedDocument = WireDocument & {
  changeTracking?: { previousScrapeAt: string | null; changeStatus: string; visibility: string; diff?: string };
};

/** Scrape options in the syntax of each version. */
function tracking(version: Version, options: object = { modes: ['git-diff'] }): object {
  return version === 'v1'
    ? { formats: ['markdown', 'changeTracking'], changeTrackingOptions: options }
    : { formats: ['markdown', { type: 'changeTracking', ...options }] };
}

describe('change tracking', () => {
  const api = System.shared().api();
  /** Page bodies by path; other paths return 404. */
  const pages = new Map<string, string>();
  let site: SmallSite;

  beforeAll(async () => {
    site = await startSmallSite((request, response) => {
      const body = pages.get(request.url ?? '');
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>Page</title><main>${body ?? '<p>Nothing is here any more.</p>'}</main>`);
    });
  });
  afterAll(() => site.stop());

  const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

  async function scrape(version: Version, path: string, options: object): Promise<TrackedDocument> {
    const reply = await api.post(`/${version}/scrape`, { url: site.origin + path, ...options });
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body.data;
  }

  it.each(testedVersions)('reports scraped pages as new, same, changed or removed (%s)', async (version) => {
    const path = `/scraped-${version}`;
    pages.set(path, paragraphs('The first sentence.', 'The second one.'));
    const first = await scrape(version, path, tracking(version));
    expect(first.changeTracking).toEqual({ previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' });
    expect(first.metadata).not.toHaveProperty('cacheState');

    const second = await scrape(version, path, tracking(version));
    const { previousScrapeAt } = second.changeTracking!;
    expect(second.changeTracking).toEqual({ previousScrapeAt, changeStatus: 'same', visibility: 'visible' });
    expect(new Date(previousScrapeAt!).toISOString()).toBe(previousScrapeAt);

    pages.set(path, paragraphs('The first sentence.', 'Another one.'));
    const third = await scrape(version, path, tracking(version));
    expect(third.changeTracking?.changeStatus).toBe('changed');
    expect(third.changeTracking?.diff).toMatch(
      /^--- .*\n\+\+\+ .*\n@@ -\d.*\n The first sentence\.\n \n-The second one\.\n\+Another one\.\n$/,
    );
    expect(third.warning).toBeUndefined();
    const again = await api.get(`/v2/scrape/${third.metadata.scrapeId}`);
    expect(again.body.data.changeTracking).toEqual(third.changeTracking);

    pages.delete(path);
    const last = await scrape(version, path, tracking(version));
    expect(last.changeTracking).toMatchObject({ changeStatus: 'removed', visibility: 'visible' });
  });

  it.each(testedVersions)('separates histories by tag and compares with untagged scrapes (%s)', async (version) => {
    const path = `/tagged-${version}`;
    pages.set(path, paragraphs('Words.'));
    const statusOf = async (options: object) =>
      (await scrape(version, path, tracking(version, options))).changeTracking?.changeStatus;
    expect(await statusOf({ tag: 'a' })).toBe('new');
    expect(await statusOf({ tag: 'b' })).toBe('new');
    expect(await statusOf({ tag: 'a' })).toBe('same');
    await scrape(version, path, { formats: ['markdown'], maxAge: 0 });
    pages.set(path, paragraphs('Other words.'));
    const tracked = await scrape(version, path, tracking(version, { modes: ['git-diff', 'json'], prompt: 'What?' }));
    expect(tracked.changeTracking).toMatchObject({
      changeStatus: 'changed',
      diff: expect.stringContaining('-Words.'),
    });
    expect(tracked.changeTracking?.previousScrapeAt).not.toBeNull();
    expect(tracked.warning).toContain('json');
  });

  it.each(testedVersions)('compares every page of a batch with its previous version (%s)', async (version) => {
    const paths = [`/batch-${version}/a`, `/batch-${version}/b`];
    for (const path of paths) pages.set(path, paragraphs(`Words of ${path}.`));
    const urls = paths.map((path) => site.origin + path);
    const statuses = async () => {
      const { documents } = await runJob(api, `/${version}/batch/scrape`, { urls, ...tracking(version) });
      const byPath = new Map(
        (documents as TrackedDocument[]).map(({ metadata, changeTracking }) => [metadata.sourceURL, changeTracking]),
      );
      return urls.map((url) => byPath.get(url)?.changeStatus);
    };
    expect(await statuses()).toEqual(['new', 'new']);
    pages.set(paths[1]!, paragraphs('Changed.'));
    expect(await statuses()).toEqual(['same', 'changed']);
  });

  it.each(testedVersions)('visits pages that a crawl no longer finds links to (%s)', async (version) => {
    const at = (name: string) => `/crawled-${version}/${name}`;
    const link = (name: string) => `<a href="${at(name)}">${name}</a>`;
    pages.set(at(''), paragraphs('Home.', ['stays', 'leaves', 'goes', 'falls'].map(link).join(' ')));
    for (const name of ['stays', 'leaves', 'goes', 'falls']) pages.set(at(name), paragraphs(`Words of ${name}.`));
    const crawl = async () => {
      const job = await runJob(api, `/${version}/crawl`, {
        url: site.origin + at(''),
        ...(version === 'v1' ? { ignoreSitemap: true } : { sitemap: 'skip' }),
        scrapeOptions: tracking(version),
      });
      const seen = (job.documents as TrackedDocument[]).map(({ metadata, changeTracking }) => {
        const name = metadata.url.slice((site.origin + at('')).length);
        return [name, `${changeTracking?.changeStatus} ${changeTracking?.visibility}`];
      });
      return { id: job.id, status: job.status, seen: Object.fromEntries(seen) };
    };
    const visible = 'new visible';
    expect(await crawl()).toMatchObject({
      seen: { '': visible, stays: visible, leaves: visible, goes: visible, falls: visible },
    });

    // `stays` is linked, `goes` is removed, `falls` is removed but still linked.
    pages.set(at(''), paragraphs('Home.', ['stays', 'falls'].map(link).join(' ')));
    pages.set(at('leaves'), paragraphs('Other words.'));
    pages.delete(at('goes'));
    pages.delete(at('falls'));
    const second = await crawl();
    expect(second.seen).toEqual({
      '': 'changed visible',
      stays: 'same visible',
      leaves: 'changed hidden',
      goes: 'removed hidden',
      falls: 'removed visible',
    });
    expect(second.status).toMatchObject({ status: 'completed', completed: 5, total: 5 });
    const told = await api.get(`/v2/crawl/${second.id}/explain?url=${encodeURIComponent(site.origin + at('leaves'))}`);
    expect(told.body).toMatchObject({ state: 'done', isHidden: true, path: [{ foundBy: 'earlier-crawl' }] });

    // Removed pages are not requested indefinitely.
    expect((await crawl()).seen).toEqual({
      '': 'same visible',
      stays: 'same visible',
      leaves: 'same hidden',
      falls: 'removed visible',
    });
  });
});
