import { type FixtureSite, SHIFT_JIS_TEXT, startFixtureSite } from '@orbweaver/testing';
import type { WireDocument } from '../harness/api-client';
import { System } from '../harness/system';
import { testedVersions, type Version } from '../harness/versions';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('scrape', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
  });
  afterAll(() => site.close());

  const scrape = async (version: Version, path: string, options: object = {}): Promise<WireDocument> => {
    const url = path.startsWith('/') ? site.main + path : path;
    const reply = await api.post(`/${version}/scrape`, { url, ...options });
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    expect(reply.body.success).toBe(true);
    return reply.body.data;
  };

  describe.each(testedVersions)('%s', (version) => {
    it('returns markdown and metadata by default', async () => {
      const document = await scrape(version, '/plain');
      expect(Object.keys(document).sort()).toEqual(['markdown', 'metadata']);
      expect(document.markdown).toContain('# Plain');
      expect(document.markdown).toContain('Words of Plain');
      expect(document.markdown).toContain(`(${site.main}/relative)`);
      expect(document.metadata).toMatchObject({
        title: 'Plain',
        description: 'About Plain',
        language: 'en',
        ogTitle: 'Plain shared',
        'og:title': 'Plain shared',
        sourceURL: `${site.main}/plain`,
        url: `${site.main}/plain`,
        statusCode: 200,
        proxyUsed: 'basic',
        creditsUsed: 1,
        scrapeId: expect.stringMatching(UUID),
        contentType: expect.stringContaining('text/html'),
      });
      expect(document.metadata.error).toBeUndefined();
    });

    it('returns exactly the requested text formats', async () => {
      const document = await scrape(version, '/plain', { formats: ['html', 'rawHtml', 'links'], maxAge: 0 });
      expect(Object.keys(document).sort()).toEqual(['html', 'links', 'metadata', 'rawHtml']);
      expect(document.rawHtml).toMatch(/^<!doctype html>/i);
      expect(document.rawHtml).toContain('<meta name="description"');
      expect(document.html).toContain('Words of Plain');
      expect(document.html).not.toContain('<meta');
      expect(document.html).not.toContain('Fixture header');
      expect(document.links).toEqual([
        `${site.main}/tree/`,
        `${site.main}/relative`,
        'https://example.com/elsewhere',
        'mailto:someone@example.com',
      ]);
    });

    it('removes header and footer unless onlyMainContent is false', async () => {
      const whole = await scrape(version, '/plain', { onlyMainContent: false, maxAge: 0 });
      expect(whole.markdown).toContain('Fixture header');
      expect(whole.markdown).toContain('Fixture footer');
      const main = await scrape(version, '/plain', { maxAge: 0 });
      expect(main.markdown).not.toContain('Fixture header');
      expect(main.markdown).not.toContain('Fixture footer');
    });

    it('applies includeTags and excludeTags', async () => {
      const included = await scrape(version, '/plain', { includeTags: ['h1'], maxAge: 0 });
      expect(included.markdown?.trim()).toBe('# Plain');
      const excluded = await scrape(version, '/plain', { excludeTags: ['h1', 'ul'], maxAge: 0 });
      expect(excluded.markdown).toContain('Words of Plain');
      expect(excluded.markdown).not.toContain('# Plain');
      expect(excluded.markdown).not.toContain('elsewhere');
    });

    it('sends the headers of the request', async () => {
      const document = await scrape(version, '/echo', { headers: { 'X-Fixture': 'sent along', Cookie: 'a=1; b=2' } });
      expect(document.markdown).toContain('x-fixture: sent along');
      expect(document.markdown).toContain('cookie: a=1; b=2');
    });

    it.each([404, 403, 500])('returns content and status of a page that answers %i', async (status) => {
      const path = { 404: 'missing', 403: 'forbidden', 500: 'failing' }[status]!;
      const document = await scrape(version, `/broken/${path}`);
      expect(document.markdown).toContain(`Broken ${path}`);
      expect(document.metadata).toMatchObject({ statusCode: status, error: expect.any(String) });
    });

    it('follows redirects and returns source and final URL', async () => {
      const document = await scrape(version, '/redirects/chain');
      expect(document.metadata.sourceURL).toBe(`${site.main}/redirects/chain`);
      expect(document.metadata.url).toBe(`${site.main}/redirects/chain-end`);
    });

    it('returns the source URL unchanged', async () => {
      const typed = `${site.main.replace('http://', '')}/echo?b=2&a#part`;
      const document = await scrape(version, typed);
      expect(document.metadata.sourceURL).toBe(typed);
    });

    it('decodes Shift_JIS', async () => {
      expect((await scrape(version, '/files/japanese')).markdown).toContain(SHIFT_JIS_TEXT);
    });

    it('returns JSON as a code block and unchanged', async () => {
      const document = await scrape(version, '/files/data.json', { formats: ['markdown', 'rawHtml'] });
      expect(document.markdown).toMatch(/^```json\n[\s\S]*"fixture"[\s\S]*\n```\s*$/);
      expect(JSON.parse(document.rawHtml ?? '')).toEqual({ kind: 'fixture', numbers: [1, 2, 3] });
    });

    it('waits for late content with waitFor', async () => {
      const early = await scrape(version, '/scripted/late', { maxAge: 0 });
      expect(early.markdown).not.toContain('Late words have come');
      const late = await scrape(version, '/scripted/late', { waitFor: 2000 });
      expect(late.markdown).toContain('Late words have come');
    });

    it('renders a page that is an empty shell without scripts', async () => {
      const document = await scrape(version, '/scripted/app', { formats: ['markdown', 'links'] });
      expect(document.markdown).toContain('App started');
      expect(document.links).toEqual([`${site.main}/scripted/app/one`, `${site.main}/scripted/app/two`]);
    });

    it('returns a screenshot', async () => {
      const document = await scrape(version, '/plain', { formats: ['screenshot'] });
      expect(Object.keys(document).sort()).toEqual(['metadata', 'screenshot']);
      expect(pngSize(document.screenshot)).not.toBeNull();
    });

    it('returns a scrape by its id', async () => {
      const document = await scrape(version, '/plain');
      const again = await api.get(`/${version}/scrape/${document.metadata.scrapeId}`);
      expect(again.status).toBe(200);
      expect(again.body).toEqual({ success: true, data: document });
    });

    it('runs actions in order and returns their results', async () => {
      const document = await scrape(version, '/scripted/form', {
        actions: [
          { type: 'wait', selector: '#button' },
          { type: 'click', selector: '#button' },
          { type: 'scrape' },
          { type: 'click', selector: '#field' },
          { type: 'write', text: 'some words' },
          { type: 'press', key: 'Enter' },
          { type: 'scroll', direction: 'down' },
          { type: 'wait', milliseconds: 200 },
          { type: 'executeJavascript', script: '1 + 1' },
          { type: 'screenshot' },
          { type: 'pdf' },
        ],
      });
      const { markdown, actions } = document;
      for (const words of ['button pressed', 'typed some words', 'enter pressed', 'page scrolled']) {
        expect(markdown).toContain(words);
      }
      expect(actions?.scrapes).toEqual([
        { url: `${site.main}/scripted/form`, html: expect.stringContaining('button pressed') },
      ]);
      expect(actions?.scrapes[0]?.html).not.toContain('typed some words');
      expect(actions?.javascriptReturns).toEqual([{ type: 'number', value: 2 }]);
      expect(pngSize(actions?.screenshots[0])).not.toBeNull();
      expect(actions?.screenshots).toHaveLength(1);
      expect(actions?.pdfs).toHaveLength(1);
    });
  });

  it('returns a v2 screenshot of the full page and of a given viewport', async () => {
    const viewport = { width: 800, height: 600 };
    const screen = await scrape('v2', '/scripted/form', { formats: [{ type: 'screenshot', viewport }], maxAge: 0 });
    expect(pngSize(screen.screenshot)).toEqual(viewport);
    const formats = [{ type: 'screenshot', viewport, fullPage: true }];
    const whole = await scrape('v2', '/scripted/form', { formats, maxAge: 0 });
    expect(pngSize(whole.screenshot)?.width).toBe(800);
    expect(pngSize(whole.screenshot)?.height).toBeGreaterThan(4000);
  });

  it('returns images in v2', async () => {
    const reply = await api.post('/v2/scrape', { url: `${site.main}/plain`, formats: ['images'], maxAge: 0 });
    expect(reply.body).toMatchObject({ success: true, data: { images: [] } });
  });

  it('accepts an untrusted certificate in v2 by default, in v1 on request', async () => {
    expect((await scrape('v2', `${site.secure}/plain`)).metadata.statusCode).toBe(200);
    const told = await scrape('v1', `${site.secure}/plain`, { skipTlsVerification: true });
    expect(told.metadata.statusCode).toBe(200);
  });

  it('returns a page of three megabytes completely', async () => {
    const document = await scrape('v2', '/files/big', { formats: ['rawHtml', 'markdown'] });
    expect(document.rawHtml?.length).toBeGreaterThan(3_000_000);
    expect(document.markdown?.length).toBeGreaterThan(2_500_000);
  });

  it('returns the right page to each of many concurrent scrapes', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/echo?n=${index}`);
    const documents = await Promise.all(paths.map((path) => scrape('v2', path)));
    expect(documents.map((document) => document.metadata.url)).toEqual(paths.map((path) => site.main + path));
  });
});

/** Size of a PNG; null for other data. */
function pngSize(dataUri: string | undefined): { width: number; height: number } | null {
  const base64 = /^data:image\/png;base64,(.+)$/.exec(dataUri ?? '')?.[1];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
