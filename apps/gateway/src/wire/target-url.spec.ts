import { MAX_URL_CHARS } from '@orbweaver/core';
import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const site = 'https://example.com/';
const urlOf = (chars: number) => site.padEnd(chars, 'a');
const LONG = urlOf(MAX_URL_CHARS + 1);
const AT_MOST = `must have at most ${MAX_URL_CHARS} characters, not ${LONG.length}`;

const places: [field: string, path: string, body: (url: string) => object][] = [
  ...['/v1', '/v2'].flatMap((version): typeof places => [
    ['url', `${version}/scrape`, (url) => ({ url })],
    ['urls.1', `${version}/batch/scrape`, (url) => ({ urls: [site, url], ignoreInvalidURLs: false })],
    ['webhook', `${version}/batch/scrape`, (url) => ({ urls: [site], webhook: url })],
    ['url', `${version}/crawl`, (url) => ({ url })],
    ['webhook.url', `${version}/crawl`, (url) => ({ url: site, webhook: { url } })],
  ]),
  ['urls.0', '/v2/crawl/preview', (url) => ({ url: site, urls: [url] })],
  ['urls.0.foundOn', '/v2/crawl/preview', (url) => ({ url: site, urls: [{ url: site, foundOn: url }] })],
  ['url', '/v2/crawl/params-preview', (url) => ({ url, prompt: 'x' })],
];

describe('a URL that is too long', () => {
  it.each(places)('is rejected as %s of %s, with its length and the maximum', async (field, path, body) => {
    const answer = await gateway.call(path, { body: body(LONG) });
    expect([answer.status, answer.body.error.toLowerCase()]).toEqual([400, expect.stringContaining(AT_MOST)]);
    expect(answer.body.error.startsWith(`${field}: `)).toBe(true);
  });

  it('is rejected before it is parsed, at 9 MB', async () => {
    const measure = async (body: object) => {
      const before = process.cpuUsage();
      const answer = await gateway.call('/v2/scrape', { body });
      const { user, system } = process.cpuUsage(before);
      expect([answer.status, JSON.stringify(answer.body).length < 1000]).toEqual([400, true]);
      return user + system;
    };
    const url = urlOf(9_900_000);
    const least = async (body: object) => Math.min(await measure(body), await measure(body), await measure(body));
    // Equally large, with a fault that needs no parsing of a URL.
    const received = await least({ url: site, unknown: url });
    expect(await least({ url })).toBeLessThan(3 * received + 500_000);
  });

  it('is ignored by a batch with ignoreInvalidURLs', async () => {
    const { body } = await gateway.call('/v2/batch/scrape', { body: { urls: [site, LONG], ignoreInvalidURLs: true } });
    expect(body).toMatchObject({ success: true, invalidURLs: [LONG] });
  });

  it('is rejected if only its escaped form is too long', async () => {
    const { status, body } = await gateway.call('/v2/scrape', { body: { url: site + '語'.repeat(1000) } });
    expect([status, body.error]).toEqual([400, expect.stringContaining('characters, not 9020')]);
  });

  it('is rejected by explain', async () => {
    const url = encodeURIComponent(LONG);
    const crawl = await gateway.call('/v2/crawl', { body: { url: site } });
    const { status, body } = await gateway.call(`/v2/crawl/${crawl.body.id}/explain?url=${url}`);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^url: Must be an absolute http or https URL/)]);
  });

  it('is accepted with the maximum length', async () => {
    const { status } = await gateway.call('/v2/batch/scrape', { body: { urls: [urlOf(MAX_URL_CHARS)] } });
    expect(status).toBe(200);
  });
});
