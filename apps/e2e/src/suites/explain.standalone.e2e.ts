import { type FixtureSite, startFixtureSite, treePath, until } from '@orbweaver/testing';
import type { ReplyBody } from '../harness/api-client';
import { requestJob, runJob } from '../harness/jobs';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';

describe('a crawl explains', () => {
  const api = System.shared().api();
  const noSitemap = { sitemap: 'skip', scrapeOptions: { maxAge: 0 } };
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 250 });
  });
  afterAll(() => site.close());

  async function crawl(path: string, body: object = {}): Promise<string> {
    return (await runJob(api, '/v2/crawl', { url: site.main + path, ...noSitemap, ...body })).id;
  }

  async function explain(id: string, url: string): Promise<ReplyBody> {
    const reply = await api.get(`/v2/crawl/${id}/explain?url=${encodeURIComponent(url)}`);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body;
  }

  async function listAll(path: string): Promise<ReplyBody[][]> {
    const pages: ReplyBody[][] = [];
    for (let next: string | undefined = path; next !== undefined; ) {
      const reply = await api.get(next);
      expect(reply.status).toBe(200);
      pages.push(reply.body.urls);
      next = reply.body.next;
    }
    return pages;
  }

  describe('a tree', () => {
    let id: string;
    beforeAll(async () => {
      id = await crawl('/tree/');
    });

    it('returns the path from the root to a page for any spelling of its URL', async () => {
      const [root, , , , child] = [0, 1, 2, 3, 4].map((index) => site.main + treePath(index));
      const step = (url: string | undefined, depth: number) => ({
        url,
        depth,
        foundBy: depth === 0 ? 'start' : 'link',
      });
      const told = await explain(id, child!);
      expect(told).toMatchObject({ known: true, admitted: true, state: 'done', depth: 2, attempts: 1, redirects: 0 });
      expect(told.path).toEqual([step(root, 0), step(site.main + treePath(1), 1), step(child, 2)]);
      const document = await api.get(`/v2/scrape/${told.id}`);
      expect(document.body.data.metadata.sourceURL).toBe(child);
      expect(await explain(id, `${child}/#part`)).toMatchObject({ canonicalUrl: child, id: told.id });
    });

    it('lists its URLs in pages', async () => {
      for (const path of ['/v2/crawl', '/v2/batch/scrape']) {
        const pages = await listAll(`${path}/${id}/urls?state=done&limit=100`);
        expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
        const urls = new Set(pages.flat().map(({ url }) => url));
        expect(urls).toEqual(new Set(Array.from({ length: 250 }, (_, index) => site.main + treePath(index))));
      }
      expect(await listAll(`/v2/crawl/${id}/urls?state=queued`)).toEqual([[]]);
    });

    it('rejects other teams', async () => {
      const others = System.shared().api(await addTeam(System.shared()));
      for (const question of [`explain?url=${encodeURIComponent(site.main)}`, 'urls']) {
        expect(await others.get(`/v2/crawl/${id}/${question}`)).toMatchObject({
          status: 404,
          body: { success: false },
        });
      }
    });

    it('returns the decision for a URL that it has not seen', async () => {
      expect(await explain(id, `${site.main}/tree/unheard-of`)).toMatchObject({
        known: false,
        admitted: true,
        unchecked: ['robots.txt', 'limit'],
      });
      expect(await explain(id, `${site.main}/unheard-of`)).toMatchObject({ known: false, rule: 'crawlEntireDomain' });
    });
  });

  it.each<[reason: string, start: string, body: object, url: string, expected: object]>([
    ['excluded', '/sections/', { excludePaths: ['x', 'sho+p'] }, '/sections/shop/', { pattern: 'sho+p' }],
    ['not-included', '/sections/', { includePaths: ['blog'] }, '/sections/shop/', { patterns: ['blog'] }],
    ['discovery-depth', '/sections/', { maxDiscoveryDepth: 1 }, '/sections/blog/first', { bound: 1, value: 2 }],
    ['backward', '/sections/about', {}, '/tree/', { rule: 'crawlEntireDomain' }],
    ['external', '/external/', {}, 'OTHER/landing', { rule: 'allowExternalLinks' }],
    ['external', '/external/', { allowExternalLinks: true }, 'OTHER/deeper', { depth: 2 }],
    ['file-type', '/files/', { limit: 2 }, '/files/picture.png', { rule: 'file-type' }],
    ['robots', '/robots/', {}, '/robots/secret/a', { rule: 'robots.txt' }],
    ['trap', '/spiral/', {}, '/spiral/left/right/left/right/left/right/', { trap: 'repeating-path' }],
  ])('returns the reason %s: %s %j', async (reason, start, body, url, expected) => {
    const asked = url.startsWith('OTHER') ? url.replace('OTHER', site.other) : site.main + url;
    const id = await crawl(start, body);
    const told = await explain(id, asked);
    expect(told).toMatchObject({
      known: true,
      admitted: false,
      state: 'skipped',
      reason,
      canonicalUrl: asked,
      ...expected,
    });
    expect(told.path[0]).toEqual({ url: site.main + start, depth: 0, foundBy: 'start' });
    expect(told.path.at(-1)).toEqual({ url: asked, depth: told.depth, foundBy: 'link' });
    const [listed] = await listAll(`/v2/crawl/${id}/urls?state=skipped&reason=${reason}`);
    expect(listed).toContainEqual(expect.objectContaining({ url: asked, reason, foundOn: told.foundOn }));
  });

  it('returns the limit and its use', async () => {
    const id = await crawl('/tree/', { limit: 3 });
    const [listed] = await listAll(`/v2/crawl/${id}/urls?reason=limit`);
    expect(await explain(id, listed?.[0].url)).toMatchObject({ reason: 'limit', rule: 'limit', bound: 3, value: 3 });
  });

  it('explains the depth of v1', async () => {
    const body = { url: `${site.main}/sections/`, ignoreSitemap: true, maxDepth: 2 };
    const { id } = await runJob(api, '/v1/crawl', body);
    const told = await explain(id, `${site.main}/sections/blog/first`);
    expect(told).toMatchObject({ reason: 'path-depth', rule: 'maxDepth', bound: 2, value: 3 });
  });

  it('returns the sitemap of a URL', async () => {
    const id = await crawl('/mapped/', { sitemap: 'only' });
    const { path } = await explain(id, `${site.main}/mapped/orphan`);
    expect(path).toEqual([{ url: `${site.main}/mapped/orphan`, depth: 0, foundBy: 'sitemap' }]);
  });

  it('returns redirects from either end, and failures', async () => {
    const id = await crawl('/redirects/');
    const at = (path: string) => explain(id, `${site.main}/redirects/${path}`);
    expect(await at('known')).toMatchObject({ reason: 'redirected', redirectedTo: `${site.main}/redirects/page` });
    expect(await at('chain-end')).toMatchObject({ state: 'done', redirectedFrom: `${site.main}/redirects/chain` });
    expect(await at('away')).toMatchObject({ state: 'failed', reason: 'out-of-scope', message: expect.any(String) });
    const broken = await crawl('/broken/');
    const dropped = await explain(broken, `${site.main}/broken/dropped`);
    expect(dropped).toMatchObject({ state: 'failed', reason: 'reset', attempts: 3, message: expect.any(String) });
  });

  it('returns why the start page has no document', async () => {
    const id = await crawl('/sections/', { includePaths: ['blog'] });
    expect(await explain(id, `${site.main}/sections/`)).toMatchObject({
      state: 'failed',
      isStart: true,
      reason: 'out-of-scope',
      rule: 'includePaths',
    });
    const { body } = await api.get(`/v2/crawl/${id}/errors`);
    const error = 'The URL does not match a required include pattern. Change includePaths ("blog") to allow it.';
    expect(body.errors).toMatchObject([{ url: `${site.main}/sections/`, code: 'CRAWL_DENIAL', error }]);
  });

  it('returns the pages that a cancelled crawl left', async () => {
    const path = '/v2/crawl';
    const id = await requestJob(api, path, { url: `${site.main}/tree/`, delay: 0.5, ...noSitemap });
    const waiting = await until(
      'links of the first page',
      async () => {
        const [urls] = await listAll(`${path}/${id}/urls?state=queued`);
        return urls !== undefined && urls.length > 1 ? urls.at(-1).url : undefined;
      },
      30_000,
    );
    expect(await explain(id, waiting)).toMatchObject({ admitted: true, state: 'queued' });
    await api.delete(`${path}/${id}`);
    // The job is cancelled at once, its URLs when the frontier handles the message.
    const left = await until(
      'the reason of the URL',
      async () => {
        const explanation = await explain(id, waiting);
        return explanation.reason === undefined ? undefined : explanation;
      },
      30_000,
    );
    expect(left).toMatchObject({ reason: 'cancelled', rule: 'cancel' });
  });

  it('returns only the URLs of a batch', async () => {
    const urls = [`${site.main}/plain`, `${site.main}/plain`];
    const { id } = await runJob(api, '/v2/batch/scrape', { urls });
    const reply = await api.get(`/v2/crawl/${id}/explain?url=${encodeURIComponent(urls[0]!)}`);
    expect(reply).toMatchObject({ status: 404, body: { error: expect.stringContaining('batch') } });
    expect((await listAll(`/v2/batch/scrape/${id}/urls`)).flat()).toMatchObject(
      urls.map((url) => ({ url, state: 'done' })),
    );
  });

  it('predicts the decisions of a crawl', async () => {
    const body = { url: `${site.main}/sections/`, excludePaths: ['shop'], maxDiscoveryDepth: 1, ...noSitemap };
    const { id } = await runJob(api, '/v2/crawl', body);
    const seen = (await listAll(`/v2/crawl/${id}/urls`)).flat();
    const urls = seen.map(({ url, depth, foundOn }) => ({ url, depth, ...(foundOn === undefined ? {} : { foundOn }) }));
    const requests = site.log.count(`${site.main}/sections/`);
    const reply = await api.post('/v2/crawl/preview', { ...body, urls });
    expect(reply).toMatchObject({ status: 200, body: { success: true, unchecked: ['robots.txt', 'limit'] } });
    const told = reply.body.urls.map((url: ReplyBody) => [url.url, url.admitted ? undefined : url.reason]);
    expect(told).toEqual(seen.map(({ url, reason }) => [url, reason]));
    expect(new Set(seen.map(({ reason }) => reason))).toEqual(new Set([undefined, 'excluded', 'discovery-depth']));
    expect(site.log.count(`${site.main}/sections/`)).toBe(requests);
  });
});
