import { type FixtureSite, startFixtureSite, treePath } from '@orbweaver/testing';
import {
  type FinishedJob,
  fetchDocuments,
  finishJob,
  requestJob,
  runJob,
  urlsOf,
  waitForDocuments,
  waitForEnd,
} from '../harness/jobs';
import { htmlPage, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';
import { testedVersions } from '../harness/versions';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe.each(testedVersions)('a %s batch', (version) => {
  const path = `/${version}/batch/scrape`;
  const api = System.shared().api();
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite();
  });
  afterEach(() => site.close());

  it('returns a document for every URL of a batch, including duplicates', async () => {
    const urls = [0, 1, 2, 3, 1].map((page) => site.main + treePath(page));
    const job = await runJob(api, path, { urls, maxAge: 0 });
    expect(job.status).toMatchObject({ success: true, status: 'completed', completed: 5, total: 5, creditsUsed: 5 });
    expect(job.documents.map((document) => document.metadata.sourceURL).sort()).toEqual([...urls].sort());
    expect(job.documents.every((document) => document.markdown?.includes('# Tree'))).toBe(true);
    expect(job.errors).toEqual([]);
    expect(job.robotsBlocked).toEqual([]);
  });

  it('returns the status URL of a new batch', async () => {
    const reply = await api.post(path, { urls: [`${site.main}/plain`] });
    expect(reply).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } });
    expect(new URL(reply.body.url).pathname).toBe(`${path}/${reply.body.id}`);
    expect((await api.get(reply.body.url)).body.status).toMatch(/^(scraping|completed)$/);
    await waitForEnd(api, `${path}/${reply.body.id}`);
  });

  it('skips and lists invalid URLs with ignoreInvalidURLs', async () => {
    const urls = [`${site.main}/plain`, 'not a url', 'ftp://example.com/'];
    const reply = await api.post(path, { urls, ignoreInvalidURLs: true });
    expect(reply.body).toMatchObject({ success: true, invalidURLs: ['not a url', 'ftp://example.com/'] });
    const job = await finishJob(api, `${path}/${reply.body.id}`);
    expect(job.status).toMatchObject({ status: 'completed', completed: 1, total: 1 });
  });

  it('returns invalidURLs only with ignoreInvalidURLs', async () => {
    const urls = [`${site.main}/plain`];
    const ignoring = await api.post(path, { urls, ignoreInvalidURLs: true });
    expect(ignoring.body.invalidURLs).toEqual([]);
    const strict = await api.post(path, { urls, ignoreInvalidURLs: false });
    expect(strict.status).toBe(200);
    expect(strict.body).not.toHaveProperty('invalidURLs');
    const silent = await api.post(path, { urls });
    expect('invalidURLs' in silent.body).toBe(version === 'v2');
    await Promise.all([ignoring, strict, silent].map((reply) => waitForEnd(api, `${path}/${reply.body.id}`)));
  });

  it('lists failed pages as errors and excludes them from the count', async () => {
    const urls = ['/plain', '/broken/missing', '/files/archive.zip', '/redirects/loop-a'].map((one) => site.main + one);
    const job = await runJob(api, path, { urls });
    expect(job.status).toMatchObject({ status: 'completed', completed: 2, total: 2, creditsUsed: 2 });
    expect(urlsOf(job.documents)).toEqual([`${site.main}/broken/missing`, `${site.main}/plain`]);
    expect(job.errors.map((error) => error.url).sort()).toEqual([
      `${site.main}/files/archive.zip`,
      `${site.main}/redirects/loop-a`,
    ]);
    for (const error of job.errors) {
      expect(error).toEqual({
        id: expect.any(String),
        timestamp: expect.any(String),
        url: expect.any(String),
        code: expect.stringMatching(/^SCRAPE_/),
        error: expect.any(String),
      });
    }
  });

  it('follows redirects to any host and does not request robots.txt', async () => {
    const urls = ['/redirects/away', '/robots/secret/a'].map((one) => site.main + one);
    const job = await runJob(api, path, { urls });
    expect(urlsOf(job.documents)).toEqual([`${site.main}/robots/secret/a`, `${site.other}/landing`].sort());
    expect(site.log.under(site.main, '/robots.txt')).toEqual([]);
  });

  it('accepts more URLs for a running batch and rejects them for a finished one', async () => {
    let answer = (): void => undefined;
    const isToAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const held = await startSmallSite(async (_, response) => {
      await isToAnswer;
      response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Held', []));
    });
    let id: string;
    let job: FinishedJob;
    try {
      id = await requestJob(api, path, { urls: [`${site.main}/plain`, `${held.origin}/`], maxAge: 0 });
      await waitForDocuments(api, `${path}/${id}`, 1);
      const more = await api.post(path, { urls: [1, 2, 3].map((page) => site.main + treePath(page)), appendToId: id });
      expect(more).toMatchObject({ status: 200, body: { success: true, id } });
      await waitForDocuments(api, `${path}/${id}`, 4);
      answer();
      job = await finishJob(api, `${path}/${id}`);
    } finally {
      await held.stop();
    }
    expect(job.status).toMatchObject({ status: 'completed', completed: 5, total: 5 });
    expect(job.errors).toEqual([]);

    const late = await api.post(path, { urls: [`${site.main}/plain`], appendToId: id });
    expect(late).toMatchObject({ status: 409, body: { success: false, error: expect.stringMatching(/new batch/i) } });
    expect((await api.get(`${path}/${id}`)).body).toMatchObject({ status: 'completed', total: 5 });
    const unknown = await api.post(path, { urls: [`${site.main}/plain`], appendToId: UNKNOWN_ID });
    expect(unknown).toMatchObject({ status: 404, body: { success: false, error: 'Job not found' } });
  });

  it('stops a cancelled batch and keeps its documents', async () => {
    const urls = [`${site.main}/plain`, ...Array.from({ length: 30 }, (_, n) => `${site.main}/slow?n=${n}`)];
    const id = await requestJob(api, path, { urls, maxConcurrency: 2, maxAge: 0 });
    await waitForDocuments(api, `${path}/${id}`, 1);
    expect(await api.delete(`${path}/${id}`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    const after = await api.get(`${path}/${id}`);
    expect(after).toMatchObject({ status: 200, body: { success: true, status: 'cancelled' } });
    expect(await fetchDocuments(api, `${path}/${id}`)).not.toEqual([]);
    expect(site.log.under(site.main, '/slow').length).toBeLessThan(10);
  });
});

describe('batch pages', () => {
  const path = '/v2/batch/scrape';
  const api = System.shared().api();
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite();
  });
  afterEach(() => site.close());

  it('fails pages of a batch at the requested timeout', async () => {
    const job = await runJob(api, path, { urls: [`${site.main}/hanging`], timeout: 2000 });
    expect(job.errors).toMatchObject([{ url: `${site.main}/hanging`, code: 'SCRAPE_TIMEOUT' }]);
    const visits = site.log.under(site.main, '/hanging');
    expect(visits).not.toEqual([]);
    for (const { at, endedAt = Number.POSITIVE_INFINITY } of visits) expect(endedAt - at).toBeLessThan(4000);
  });
});
