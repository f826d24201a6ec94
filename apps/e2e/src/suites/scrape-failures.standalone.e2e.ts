import { type FixtureSite, startFixtureSite } from '@orbweaver/testing';
import { findFreePort } from '../harness/service-process';
import { System } from '../harness/system';

describe('a scrape that fails', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  let closedPort: number;
  beforeAll(async () => {
    site = await startFixtureSite();
    closedPort = await findFreePort();
  });
  afterAll(() => site.close());

  describe.each(['v1', 'v2'])('%s', (version) => {
    const scrape = (body: object) => api.post(`/${version}/scrape`, body);

    it.each<[string, () => object, { code: string; error?: RegExp }]>([
      [
        'names a host that does not exist',
        () => ({ url: 'http://no-such-host.invalid/' }),
        { code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
      ],
      [
        'is refused',
        () => ({ url: `http://127.0.0.1:${closedPort}/` }),
        { code: 'SCRAPE_SITE_ERROR', error: /ERR_CONNECTION_REFUSED/ },
      ],
      [
        'is cut off',
        () => ({ url: `${site.main}/broken/dropped` }),
        { code: 'SCRAPE_SITE_ERROR', error: /ERR_(CONNECTION_RESET|EMPTY_RESPONSE)/ },
      ],
      [
        'redirects in a loop',
        () => ({ url: `${site.main}/redirects/loop-a` }),
        { code: 'SCRAPE_SITE_ERROR', error: /ERR_TOO_MANY_REDIRECTS/ },
      ],
      [
        'gets an invalid certificate',
        () => ({ url: `${site.secure}/plain`, skipTlsVerification: false }),
        { code: 'SCRAPE_SSL_ERROR', error: /skipTlsVerification/ },
      ],
      [
        'gets a file of an unsupported type',
        () => ({ url: `${site.main}/files/archive.zip` }),
        { code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' },
      ],
      [
        'clicks a missing element',
        () => ({ url: `${site.main}/plain`, timeout: 8000, actions: [{ type: 'click', selector: '#nowhere' }] }),
        { code: 'SCRAPE_ACTION_ERROR' },
      ],
    ])('returns 500 and the reason when it %s', async (_, makeBody, expected) => {
      const reply = await scrape(makeBody());
      expect(reply).toMatchObject({
        status: 500,
        body: { success: false, code: expected.code, error: expect.any(String) },
      });
      if (expected.error !== undefined) expect(reply.body.error).toMatch(expected.error);
    });

    it('returns 408 at the timeout of a silent page', async () => {
      const startedAt = Date.now();
      const reply = await scrape({ url: `${site.main}/hanging`, timeout: 1500 });
      expect(Date.now() - startedAt).toBeLessThan(5000);
      expect(reply).toMatchObject({
        status: 408,
        body: { success: false, code: 'SCRAPE_TIMEOUT', error: expect.stringContaining('Scrape timed out') },
      });
      expect(reply.body.details?.state).toBeUndefined();
    });

    it.each([
      'http://169.254.169.254/latest/meta-data/',
      'http://10.255.255.1/',
      'http://[::1]:1/',
      'http://[::ffff:10.255.255.1]/',
    ])('does not connect to %s', async (url) => {
      const startedAt = Date.now();
      const reply = await scrape({ url });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.body).toMatchObject({ success: false, error: expect.any(String) });
      expect(Date.now() - startedAt).toBeLessThan(10_000);
    });

    it('does not follow a redirect to a private address', async () => {
      const reply = await scrape({ url: `${site.main}/redirects/to-private` });
      expect(reply).toMatchObject({ status: 403, body: { success: false, code: 'UNSUPPORTED_SITE' } });
      expect(reply.body.error).toMatch(/^A redirect led to a blocked address: \S+ is not on the public internet/);
    });
  });
});
