import { get } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { RUSSIAN_TEXT } from './areas/encodings';
import { SHIFT_JIS_TEXT } from './areas/files';
import { MOST_HOPS } from './areas/moved';
import { treePath } from './areas/tree';
import { type FixtureSite, startFixtureSite } from './start-fixture-site';

describe('startFixtureSite', () => {
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite();
  });
  afterEach(() => site.close());

  it('serves the pages of its plan and counts every request', async () => {
    const last = `${site.main}${treePath(39)}`;
    expect(await (await fetch(last)).text()).toContain('<h1>Tree 39</h1>');
    await fetch(`${last}/`);
    expect(site.log.count(last)).toBe(1);
    expect(site.log.under(site.main, '/tree/')).toHaveLength(2);
    expect((await fetch(`${site.main}/tree/nowhere`)).status).toBe(404);
  });

  it('links robots.txt to the sitemaps through a gzipped index', async () => {
    const robots = await (await fetch(`${site.main}/robots.txt`)).text();
    const index = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
    const bytes = Buffer.from(await (await fetch(index)).arrayBuffer());
    expect(gunzipSync(bytes).toString()).toContain(`<loc>${site.main}/sitemaps/nested.xml</loc>`);
    expect(await (await fetch(`${site.main}/sitemaps/deep.xml`)).text()).toContain('/mapped/orphan</loc>');
  });

  it('answers 429 twice before it serves the page', async () => {
    const answers = [1, 2, 3].map(() => () => fetch(`${site.main}/busy/later`));
    const statuses: number[] = [];
    for (const ask of answers) statuses.push((await ask()).status);
    expect(statuses).toEqual([429, 429, 200]);
  });

  it('resets a connection once or always', async () => {
    await expect(fetch(`${site.main}/broken/dropped`)).rejects.toThrow('fetch failed');
    await expect(fetch(`${site.main}/broken/dropped`)).rejects.toThrow('fetch failed');
    await expect(fetch(`${site.main}/broken/dropped-once`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${site.main}/broken/dropped-once`)).status).toBe(200);
  });

  it('serves Japanese in Shift_JIS', async () => {
    const bytes = await (await fetch(`${site.main}/files/japanese`)).arrayBuffer();
    expect(new TextDecoder('shift_jis').decode(bytes)).toContain(`<h1>${SHIFT_JIS_TEXT}</h1>`);
  });

  it.each(['gzip', 'deflate', 'deflate-raw', 'br', 'gzip-br'])(
    'encodes a page as its header declares: %s',
    async (name) => {
      expect(await (await fetch(`${site.main}/encoded/${name}`)).text()).toContain(`<h1>Encoded ${name}</h1>`);
    },
  );

  it.each(['header', 'meta', 'undeclared'])('serves Russian in windows-1251: %s', async (name) => {
    const bytes = await (await fetch(`${site.main}/charsets/${name}`)).arrayBuffer();
    expect(new TextDecoder('windows-1251').decode(bytes)).toContain(`<h1>${RUSSIAN_TEXT}</h1>`);
  });

  it('redirects as many times as the path requests', async () => {
    const response = await fetch(`${site.main}/moved/${MOST_HOPS}`);
    expect(response.url).toBe(`${site.main}/moved/0`);
    expect(site.log.under(site.main, '/moved/')).toHaveLength(MOST_HOPS + 1);
  });

  it('recognizes a signed-in client by its cookie', async () => {
    const account = `${site.main}/forms/account`;
    expect(await (await fetch(account)).text()).toContain('Please sign in');
    expect(await (await fetch(account, { headers: { cookie: 'a=b; session=ann' } })).text()).toContain('Welcome, ann');
  });

  it('serves TLS with a valid but untrusted certificate', async () => {
    await expect(fetch(site.secure)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    const status = await new Promise((resolve, reject) => {
      get(`${site.secure}/plain`, { rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(200);
  });
});
