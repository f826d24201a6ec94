import { documentWord, type FixtureSite, PDF_PAGES, startFixtureSite } from '@orbweaver/testing';
import type { WireDocument } from '../harness/api-client';
import { type FinishedJob, runJob } from '../harness/jobs';
import { limitConcurrency } from '../harness/limit-concurrency';
import { seenIn } from '../harness/option-cases';
import { readPicture } from '../harness/read-data-uri';
import { System } from '../harness/system';
import type { Version } from '../harness/versions';

/** A page with options as the only page of a job. */
interface JobCase {
  it: string;
  path: string | ((site: FixtureSite) => string);
  options?: object;
  v1?: object;
  v2?: object;
  check?(document: WireDocument, job: FinishedJob, site: FixtureSite): void;
  /** The expected error of the page. */
  fails?: { code: string; error?: RegExp };
}

const cases: JobCase[] = [
  {
    it: 'formats, headers, location and waitFor',
    path: '/looks/browser',
    options: {
      formats: ['markdown', 'html', 'rawHtml', 'links', 'screenshot'],
      headers: { 'X-Fixture': 'sent along' },
      location: { country: 'FR' },
      waitFor: 200,
    },
    check: (document) => {
      expect(seenIn(document)).toMatchObject({
        language: 'fr-FR',
        timeZone: 'Europe/Paris',
        fetched: { 'x-fixture': 'sent along' },
      });
      expect(document).toMatchObject({
        markdown: expect.any(String),
        html: expect.any(String),
        links: expect.any(Array),
        warning: expect.stringContaining('FR'),
      });
      expect(readPicture(document.screenshot)).toMatchObject({ type: 'png' });
    },
  },
  {
    it: 'mobile and a full-page screenshot',
    path: '/forms/box',
    options: { mobile: true },
    v1: { formats: ['screenshot@fullPage'] },
    v2: { formats: [{ type: 'screenshot', fullPage: true, quality: 20 }] },
    check: ({ screenshot }) => {
      const { width = 0, height = 0 } = readPicture(screenshot) ?? {};
      expect(height).toBeGreaterThan(width * 4);
    },
  },
  {
    it: 'actions',
    path: '/forms/delayed',
    options: {
      actions: [{ type: 'click', selector: '#ask' }, { type: 'wait', selector: '#answer' }, { type: 'scrape' }],
    },
    check: ({ markdown, actions }) => {
      expect(markdown).toContain('the answer has come');
      expect(actions?.scrapes).toHaveLength(1);
      expect(Object.keys(actions ?? {}).sort()).toEqual(['javascriptReturns', 'pdfs', 'scrapes', 'screenshots']);
    },
  },
  {
    it: 'a failed action',
    path: '/plain',
    options: { actions: [{ type: 'click', selector: '#nowhere' }], timeout: 12_000 },
    fails: { code: 'SCRAPE_ACTION_ERROR', error: /1\b.*click.*#nowhere/ },
  },
  {
    it: 'selectors and inline images',
    path: '/layers/sources',
    options: { includeTags: ['p'], excludeTags: ['a'], removeBase64Images: false },
    check: ({ markdown }) => {
      expect(markdown).toContain('![inlined](data:image/png;base64,');
      expect(markdown).not.toContain('a relative link');
      expect(markdown).not.toContain('# Layers');
    },
  },
  {
    it: 'onlyMainContent: false',
    path: '/plain',
    options: { onlyMainContent: false },
    check: ({ markdown }) => expect(markdown).toContain('Fixture header'),
  },
  {
    it: 'a PDF with its pages billed',
    path: '/documents/pages.pdf',
    check: ({ metadata }, { status }) => {
      expect(metadata).toMatchObject({ numPages: PDF_PAGES, creditsUsed: PDF_PAGES });
      expect(status.creditsUsed).toBe(PDF_PAGES);
    },
  },
  {
    it: 'a PDF without a parser',
    path: '/documents/pages.pdf',
    v1: { parsePDF: false },
    v2: { parsers: [] },
    check: ({ markdown }, { status }) => {
      expect(markdown).toMatch(/^JVBERi/);
      expect(status.creditsUsed).toBe(1);
    },
  },
  {
    it: 'a text document',
    path: '/documents/letter.docx',
    check: ({ markdown }) => expect(markdown?.replaceAll('\\', '')).toContain(documentWord('letter.docx')),
  },
  {
    it: 'blockAds: false',
    path: '/nuisances/ads',
    options: { blockAds: false, waitFor: 1 },
    check: ({ markdown }) => expect(markdown).toContain('Buy now'),
  },
  {
    it: 'the proxy',
    path: '/plain',
    options: { proxy: 'stealth' },
    check: ({ warning }) => expect(warning).toMatch(/stealth/i),
  },
  {
    it: 'skipTlsVerification: false',
    path: (site) => `${site.secure}/plain`,
    options: { skipTlsVerification: false },
    fails: { code: 'SCRAPE_SSL_ERROR' },
  },
  {
    it: 'skipTlsVerification: true',
    path: (site) => `${site.secure}/plain`,
    options: { skipTlsVerification: true },
    check: ({ metadata }) => expect(metadata.statusCode).toBe(200),
  },
  {
    it: 'timeout',
    path: '/hanging',
    options: { timeout: 1000 },
    fails: { code: 'SCRAPE_TIMEOUT' },
  },
];

const kinds = ['batch', 'crawl'] as const;
/** Alternates between batch in one version with crawl in the other, and the reverse. */
const combinations = cases.flatMap((one, index) =>
  kinds.map((kind, place) => [kind, (index + place) % 2 === 0 ? 'v1' : 'v2', one.it, one] as const),
);

describe('scrape options of a job', () => {
  const api = System.shared().api();
  const jobs = new Map<JobCase, Map<string, Promise<FinishedJob>>>(cases.map((one) => [one, new Map()]));
  let site: FixtureSite;

  beforeAll(async () => {
    site = await startFixtureSite();
    const inTurn = limitConcurrency(8);
    for (const [kind, version, , one] of combinations) {
      const job = inTurn(() => start(kind, version, one));
      job.catch(() => undefined);
      jobs.get(one)?.set(`${kind} ${version}`, job);
    }
  });
  afterAll(async () => {
    await Promise.allSettled([...jobs.values()].flatMap((all) => [...all.values()]));
    await site.close();
  });

  function start(kind: (typeof kinds)[number], version: Version, one: JobCase): Promise<FinishedJob> {
    const url = typeof one.path === 'string' ? site.main + one.path : one.path(site);
    const options = { maxAge: 0, ...one.options, ...one[version] };
    if (kind === 'batch') return runJob(api, `/${version}/batch/scrape`, { urls: [url], ...options });
    const linksOnly = version === 'v1' ? { ignoreSitemap: true } : { sitemap: 'skip' };
    const body = { url, limit: 1, maxDiscoveryDepth: 0, ...linksOnly, scrapeOptions: options };
    return runJob(api, `/${version}/crawl`, body);
  }

  it.each(combinations)('%s %s: %s', async (kind, version, _, one) => {
    const job = await jobs.get(one)!.get(`${kind} ${version}`)!;
    // A crawl without its start page has failed; a batch is completed.
    expect(job.status.status).toBe(kind === 'crawl' && one.fails !== undefined ? 'failed' : 'completed');
    if (one.fails !== undefined) {
      expect(job).toMatchObject({ documents: [], errors: [{ code: one.fails.code }] });
      if (one.fails.error !== undefined) expect(job.errors[0]?.error).toMatch(one.fails.error);
      return;
    }
    expect(job).toMatchObject({ errors: [], documents: [expect.any(Object)] });
    one.check?.(job.documents[0]!, job, site);
  });
});
