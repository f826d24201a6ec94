import type { ScrapeSpec } from '@orbweaver/core';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { type PageServer, startPageServer } from '../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;
let other: PageServer;

beforeAll(async () => {
  [harness, site, other] = await Promise.all([startBrowserHarness(), startPageServer(), startPageServer('127.0.0.2')]);
  other.serve('/target', '<p>of the other host</p>');
  other.serve('/script.js', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end("document.body.append('from the script')");
  });
});
afterEach(() => {
  other.requests.length = 0;
});
afterAll(() => Promise.all([harness.close(), site.close(), other.close()]));

const hostOf = ({ origin }: PageServer) => new URL(origin).host;
const closed = (): Partial<ScrapeSpec> => ({ hosts: { allowed: [], closed: [hostOf(other)] } });
const allowed = (): Partial<ScrapeSpec> => ({ hosts: { allowed: [hostOf(site)], closed: [] } });
const lists: [string, () => Partial<ScrapeSpec>][] = [
  ['closed', closed],
  ['not allowed', allowed],
];

describe('BrowserFetcher with hosts of a team', () => {
  describe.each(lists)('when a host is %s', (_, spec) => {
    it.each<[string, (target: string) => string]>([
      ['a redirect', (target) => site.serve('/moved', (__, r) => r.writeHead(302, { location: target }).end())],
      ['a meta refresh', (target) => site.serve('/refresh', `<meta http-equiv=refresh content="0; url=${target}">`)],
      ['a script', (target) => site.serve('/leaves', `<p>page</p><script>location.href = '${target}'</script>`)],
    ])('fails without a request to it after %s', async (__, serve) => {
      const failure = await harness.failureOf(serve(`${other.origin}/target`), spec());
      expect(failure).toMatchObject({
        reason: 'egress-denied',
        message: expect.stringMatching(/^The page led to a blocked address: .* 127\.0\.0\.2 for this team/),
      });
      expect(other.requests).toEqual([]);
    });

    it('does not load it in a frame', async () => {
      const url = site.serve('/framed', `<p>page</p><iframe src="${other.origin}/target"></iframe>`);
      const { html } = await harness.captureOf(url, { ...spec(), waitForMs: 500 });
      expect(html).toContain('page');
      expect(html).not.toContain('of the other host');
      expect(other.requests).toEqual([]);
    });
  });

  it('loads scripts of a host that is not allowed, but not of a closed one', async () => {
    const url = site.serve('/scripted', `<p>page</p><script src="${other.origin}/script.js"></script>`);
    expect((await harness.captureOf(url, allowed())).html).toContain('from the script');
    expect(other.requests.map((request) => request.url)).toEqual(['/script.js']);
    other.requests.length = 0;
    const { html } = await harness.captureOf(url, closed());
    expect(html).toContain('page');
    expect(other.requests).toEqual([]);
  });

  it('does not load a frame whose URL cannot be checked', async () => {
    const resolver = async () => [{ address: '127.0.0.1', family: 4 as const }];
    const anyName = await startBrowserHarness({ resolver });
    const { port } = new URL(site.origin);
    site.serve('/unchecked', '<p>of the unchecked host</p>');
    const url = site.serve('/frames', `<p>page</p><iframe src="http://xn--a.test:${port}/unchecked"></iframe>`);
    site.requests.length = 0;
    const { html } = await anyName.captureOf(url, { ...allowed(), waitForMs: 500 });
    expect(html).toContain('page');
    expect(site.requests.map((request) => request.url)).not.toContain('/unchecked');
    await anyName.close();
  });
});
