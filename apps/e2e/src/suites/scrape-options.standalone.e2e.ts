import type { WireDocument } from '../harness/api-client';
import { describeOptionCases, headersIn, type OptionCase, seenIn } from '../harness/option-cases';

/** Any wait requires the browser. */
const inBrowser = { waitFor: 1, formats: ['rawHtml'] };

/** Main script, worker, frame and requests must be consistent. */
function expectOneStory(document: WireDocument, story: { language: string; timeZone?: string }): void {
  const seen = seenIn(document);
  const { language, timeZone = seen.timeZone } = story;
  expect(seen).toMatchObject({
    language,
    timeZone,
    worker: { language, timeZone, userAgent: seen.userAgent },
    frame: { language, timeZone, webdriver: seen.webdriver },
  });
  expect(seen.languages[0]).toBe(language);
  expect(new Intl.Locale(seen.locale).language).toBe(new Intl.Locale(language).language);
  for (const headers of [headersIn(document), seen.fetched]) {
    expect(headers['user-agent']).toBe(seen.userAgent);
    expect(headers['accept-language']?.split(/[,;]/)[0]).toBe(language);
  }
}

const cases: OptionCase[] = [
  {
    it: 'looks like an ordinary browser',
    path: '/looks/browser',
    options: inBrowser,
    check: (document) => {
      expectOneStory(document, { language: 'en-US' });
      const { userAgent, brands, webdriver, timeZone } = seenIn(document);
      expect(document.metadata.timezone).toBe(timeZone);
      expect(JSON.stringify([userAgent, brands, headersIn(document)])).not.toMatch(/headless/i);
      expect(webdriver).not.toBe(true);
      expect(document.warning).toBeUndefined();
    },
  },
  {
    it: 'has language and time zone of a country in any letter case',
    path: '/looks/browser',
    options: { ...inBrowser, location: { country: 'de' } },
    check: (document) => {
      expectOneStory(document, { language: 'de-DE', timeZone: 'Europe/Berlin' });
      expect(seenIn(document).number).toBe('1.234,5');
      expect(document.metadata.timezone).toBe('Europe/Berlin');
      expect(document.warning).toContain('DE');
    },
  },
  {
    it: 'has the requested languages in the time zone of the country',
    path: '/looks/browser',
    options: { ...inBrowser, location: { country: 'JP', languages: ['fr-CA', 'sv'] } },
    check: (document) => {
      expectOneStory(document, { language: 'fr-CA', timeZone: 'Asia/Tokyo' });
      expect(seenIn(document).languages).toEqual(expect.arrayContaining(['fr-CA', 'sv']));
    },
  },
  {
    it: 'requests the language without a browser too',
    path: '/echo',
    options: { location: { country: 'US', languages: ['sv-SE'] } },
    check: (document) => {
      expect(document.markdown).toMatch(/accept-language: sv-SE/);
      expect(document.warning).toBeUndefined();
    },
  },
  {
    it: 'is a phone with mobile',
    path: '/looks/browser',
    options: { ...inBrowser, mobile: true },
    check: (document) => {
      expectOneStory(document, { language: 'en-US' });
      const seen = seenIn(document);
      expect(seen).toMatchObject({ touchPoints: expect.any(Number), hasTouchEvents: true });
      expect(seen.touchPoints).toBeGreaterThan(0);
      expect(seen.pixelRatio).toBeGreaterThan(1);
      expect(seen.width).toBeLessThan(500);
      expect(seen.userAgent).toMatch(/iPhone|Android.*Mobile/);
    },
  },
  {
    it: 'is not a phone without mobile',
    path: '/looks/browser',
    options: { ...inBrowser, mobile: false },
    check: (document) => {
      expect(seenIn(document)).toMatchObject({ touchPoints: 0, hasTouchEvents: false, pixelRatio: 1 });
    },
  },
  {
    it: "sends the caller's headers, cookies and user agent from the browser",
    path: '/looks/browser',
    options: {
      ...inBrowser,
      headers: { 'X-Fixture': 'sent along', Cookie: 'a=1; b=two', 'User-Agent': 'mine/1.0', 'Accept-Language': 'it' },
    },
    check: (document) => {
      const sent = {
        'x-fixture': 'sent along',
        cookie: 'a=1; b=two',
        'user-agent': 'mine/1.0',
        'accept-language': expect.stringMatching(/^it\b/),
      };
      expect(headersIn(document)).toMatchObject(sent);
      expect(seenIn(document)).toMatchObject({ userAgent: 'mine/1.0', cookie: 'a=1; b=two', fetched: sent });
    },
  },
  {
    it: "sends the caller's headers without a browser",
    path: '/echo',
    options: { headers: { 'X-Fixture': 'sent along', Cookie: 'a=1; b=two', 'User-Agent': 'mine/1.0' } },
    check: ({ markdown }) => {
      for (const line of ['x-fixture: sent along', 'cookie: a=1; b=two', 'user-agent: mine/1.0']) {
        expect(markdown).toContain(line);
      }
    },
  },
  {
    it: 'warns about headers that it cannot send',
    path: '/echo',
    options: { headers: { Host: 'elsewhere.example', 'X-Fixture': 'sent along' } },
    check: ({ markdown, warning }) => {
      expect(markdown).toContain('x-fixture: sent along');
      expect(markdown).not.toContain('elsewhere.example');
      expect(warning).toMatch(/\bhost\b/i);
    },
  },
  {
    it: 'warns about unknown keys inside options',
    path: '/echo',
    options: { location: { contry: 'DE' }, headers: { 'X-Fixture': 'sent along' } },
    check: ({ markdown, warning }) => {
      expect(markdown).toContain('x-fixture: sent along');
      expect(warning).toBe('Unknown keys were ignored: location.contry. Did you mean location.country?');
    },
  },
  ...['stealth', 'enhanced'].map(
    (proxy): OptionCase => ({
      it: `warns that there is no stealth proxy for ${proxy}`,
      path: '/plain',
      options: { proxy },
      check: ({ markdown, warning, metadata }) => {
        expect(markdown).toContain('Words of Plain');
        expect(warning).toMatch(/stealth/i);
        expect(metadata.proxyUsed).toMatch(/^(basic|stealth)$/);
      },
    }),
  ),
  ...['basic', 'auto'].map(
    (proxy): OptionCase => ({
      it: `connects directly for ${proxy}`,
      path: '/plain',
      options: { proxy },
      check: ({ warning, metadata }) => {
        expect(warning).toBeUndefined();
        expect(metadata).toMatchObject({ proxyUsed: 'basic', creditsUsed: 1 });
      },
    }),
  ),
  {
    it: 'returns a refusal if auto has no stealth proxy',
    path: '/broken/forbidden',
    options: { proxy: 'auto' },
    check: ({ metadata }) => expect(metadata).toMatchObject({ statusCode: 403, proxyUsed: 'basic', creditsUsed: 1 }),
  },
  {
    it: 'reports cacheState with maxAge',
    path: '/plain?cache',
    options: { maxAge: 600_000, storeInCache: false },
    check: ({ metadata }) => expect(metadata).toMatchObject({ cacheState: 'miss' }),
  },
];

describeOptionCases('visitor options:', cases);
