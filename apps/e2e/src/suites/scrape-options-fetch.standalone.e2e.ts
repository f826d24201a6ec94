import { CONTENT_ENCODINGS, type FixtureSite, MOST_HOPS, RUSSIAN_TEXT, startFixtureSite } from '@orbweaver/testing';
import { describeOptionCases, type OptionCase } from '../harness/option-cases';
import { System } from '../harness/system';

const TIMED_OUT = { status: 408, code: 'SCRAPE_TIMEOUT', error: /^Scrape timed out$/ };
const inBrowser = { waitFor: 1 };

const arrives = (it: string, path: string, options: object = {}): OptionCase => ({
  it,
  path,
  options,
  check: ({ markdown, metadata }, site) => {
    expect(markdown).toContain('Words of Moved target');
    expect(metadata).toMatchObject({ sourceURL: site.main + path, url: `${site.main}/moved/0`, statusCode: 200 });
  },
});

const secure = (site: FixtureSite): string => `${site.secure}/plain`;

const cases: OptionCase[] = [
  ...['header', 'meta', 'bom', 'undeclared'].map(
    (name): OptionCase => ({
      it: `decodes a page whose charset is declared by ${name}`,
      path: `/charsets/${name}`,
      check: ({ markdown, metadata }) => {
        expect(markdown).toContain(RUSSIAN_TEXT);
        expect(metadata.title).toBe('Кодировки');
      },
    }),
  ),
  ...CONTENT_ENCODINGS.map(
    (name): OptionCase => ({
      it: `decompresses ${name}`,
      path: `/encoded/${name}`,
      check: ({ markdown }) => expect(markdown).toContain(`# Encoded ${name}`),
    }),
  ),
  arrives(`follows ${MOST_HOPS} redirects`, `/moved/${MOST_HOPS}`),
  arrives(`follows ${MOST_HOPS} redirects in the browser`, `/moved/${MOST_HOPS}`, inBrowser),
  ...[{}, inBrowser].map(
    (options, index): OptionCase => ({
      it: `stops at the redirect limit, ${['without', 'with'][index]} a browser`,
      path: `/moved/${MOST_HOPS + 1}`,
      options,
      fails: { status: 500, code: 'SCRAPE_SITE_ERROR', error: /ERR_TOO_MANY_REDIRECTS/ },
    }),
  ),
  arrives('follows a refresh in the head', '/moved/meta'),
  arrives('follows a refresh in the headers', '/moved/header'),
  arrives('follows a script', '/moved/script'),
  arrives('follows a refresh in the browser', '/moved/meta', inBrowser),
  {
    it: 'does not follow a refresh with a long delay',
    path: '/moved/meta-later',
    check: ({ markdown }) => expect(markdown).toContain('Words of Moved much later'),
  },
  ...[{}, inBrowser].flatMap((options, index): OptionCase[] => [
    {
      it: `accepts any certificate with skipTlsVerification, ${['without', 'with'][index]} a browser`,
      path: secure,
      options: { ...options, skipTlsVerification: true },
      check: ({ markdown }) => expect(markdown).toContain('Words of Plain'),
    },
    {
      it: `rejects an untrusted certificate without skipTlsVerification, ${['without', 'with'][index]} a browser`,
      path: secure,
      options: { ...options, skipTlsVerification: false },
      fails: { status: 500, code: 'SCRAPE_SSL_ERROR', error: /skipTlsVerification/ },
    },
  ]),
  {
    it: 'rejects an untrusted certificate by default',
    only: 'v1',
    path: secure,
    fails: { status: 500, code: 'SCRAPE_SSL_ERROR' },
  },
  {
    it: 'accepts any certificate by default',
    only: 'v2',
    path: secure,
    check: ({ metadata }) => expect(metadata.statusCode).toBe(200),
  },
  { it: 'gives up at the deadline', path: '/hanging', options: { timeout: 1200 }, fails: TIMED_OUT },
  {
    it: 'fails at the deadline in the browser',
    path: '/hanging',
    options: { timeout: 1200, waitFor: 600 },
    fails: TIMED_OUT,
  },
  {
    it: 'adds waitFor to the timeout',
    path: '/scripted/late',
    options: { timeout: 6000, waitFor: 3000 },
    check: ({ markdown }) => expect(markdown).toContain('Late words have come'),
  },
];

describeOptionCases('fetch options:', cases);

describe('the deadline of a scrape', () => {
  const api = System.shared().api();
  const TIMEOUT_MS = 2000;
  /** Several times the browser slots. */
  const SCRAPES = 40;
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
  });
  afterAll(() => site.close());

  it('also ends scrapes that wait in a queue', async () => {
    const startedAt = Date.now();
    const replies = await Promise.all(
      Array.from({ length: SCRAPES }, (_, index) =>
        api.post(`/v${1 + (index % 2)}/scrape`, {
          url: `${site.main}/hanging`,
          timeout: TIMEOUT_MS,
          formats: ['screenshot'],
        }),
      ),
    );
    expect(Date.now() - startedAt).toBeLessThan(TIMEOUT_MS * 5);
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 408, body: { success: false, code: 'SCRAPE_TIMEOUT' } });
    }
    expect(site.log.count(`${site.main}/hanging`)).toBeLessThan(SCRAPES);
    const next = await api.post('/v2/scrape', { url: `${site.main}/plain`, formats: ['screenshot'], timeout: 20_000 });
    expect(next.status).toBe(200);
  });
});
