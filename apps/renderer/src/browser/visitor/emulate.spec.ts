import type { ScrapeSpec } from '@orbweaver/core';
import { type Echo, readEchoes, serveEchoPage } from '../../../test/echo-page';
import { type PageOpener, startPageOpener } from '../../../test/page-opener';
import { type PageServer, startPageServer } from '../../../test/page-server';
import { sessionOf } from '../isolated-world';

jest.setTimeout(120_000);

let site: PageServer;
let other: PageServer;
let opener: PageOpener;
let url: string;

beforeAll(async () => {
  [site, other, opener] = await Promise.all([startPageServer(), startPageServer('127.0.0.2'), startPageOpener()]);
  url = serveEchoPage(site, other);
});

afterAll(async () => {
  await opener.close();
  await Promise.all([site.close(), other.close()]);
});

/** The values seen by all windows and workers; fails if they differ. */
async function echoOf(spec: Partial<ScrapeSpec>): Promise<Echo & { window: NonNullable<Echo['window']> }> {
  const echoes = await opener.withPage(url, { spec }, async ({ page }) => {
    await page.goto(url);
    return await readEchoes(page);
  });
  const main = echoes.find(({ where }) => where === 'main')!;
  const seen = ({ where: _, sent, window, ...told }: Echo) => ({
    ...told,
    sent: [sent['user-agent'], sent['accept-language'], sent['sec-ch-ua'] ?? main.sent['sec-ch-ua']],
    window: window ?? main.window,
    // Client hints of the browser; pages may register no service worker.
    ...(main.sent['sec-ch-ua'] === undefined && { brands: main.brands, details: main.details }),
  });
  for (const echo of echoes) expect({ where: echo.where, ...seen(echo) }).toEqual({ where: echo.where, ...seen(main) });
  expect(echoes).toHaveLength(7);
  return { ...main, window: main.window! };
}

describe('emulate', () => {
  it('emulates a desktop in the United States by default, in all frames and workers', async () => {
    const echo = await echoOf({});
    expect(echo).toMatchObject({
      userAgent: expect.stringMatching(/^Mozilla\/5\.0 \(X11; Linux x86_64\) .* Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/),
      platform: 'Linux x86_64',
      languages: 'en-US  en-US en',
      timeZone: 'America/New_York',
      locale: 'en-US',
      date: 'Wed Dec 31 1969 19:00:00 GMT-0500 (Eastern Standard Time) 12/31/1969 1,234.5',
      brands: expect.stringMatching(/"Google Chrome".*"mobile":false,"platform":"Linux"/),
      sent: { 'accept-language': 'en-US,en;q=0.9', 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Linux"' },
      window: {
        touchPoints: 0,
        hasTouch: false,
        screen: '1920x1080 1920x1080',
        outer: '1280x887',
        pixelRatio: 1,
        orientation: 'landscape-primary 0',
        media: 'hover: hover, any-hover: hover, pointer: fine, prefers-color-scheme: light',
        webdriver: false,
        notifications: 'denied denied',
      },
    });
    expect(JSON.stringify(echo)).not.toContain('Headless');
  });

  it.each<[string, ScrapeSpec['location'], Partial<Echo>]>([
    [
      'the language and time zone of a country',
      { country: 'DE', languages: [] },
      {
        languages: 'de-DE  de-DE de',
        locale: 'de-DE',
        timeZone: 'Europe/Berlin',
        date: expect.stringMatching(/1\.1\.1970 1\.234,5$/),
      },
    ],
    [
      'requested languages instead of those of the country',
      { country: 'JP', languages: ['fr-CH', 'en'] },
      { languages: 'fr-CH  fr-CH fr en', locale: 'fr-CH', timeZone: 'Asia/Tokyo' },
    ],
    [
      'a language with two scripts',
      { country: 'TW', languages: ['zh-hant-tw'] },
      { languages: 'zh-Hant-TW  zh-Hant-TW zh', locale: 'zh-Hant-TW', timeZone: 'Asia/Taipei' },
    ],
  ])('emulates %s in all frames and workers', async (_, location, expected) => {
    const echo = await echoOf({ location });
    expect(echo).toMatchObject(expected);
    expect(echo.sent['accept-language']).toMatch(new RegExp(`^${echo.languages.split(' ')[0]},`));
  });

  it('emulates a phone in all frames and workers', async () => {
    expect(await echoOf({ mobile: true })).toMatchObject({
      userAgent: expect.stringMatching(/Android 10; K\).* Mobile Safari/),
      platform: 'Linux armv81',
      brands: expect.stringMatching(/"mobile":true,"platform":"Android"/),
      sent: { 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-platform': '"Android"' },
      window: {
        touchPoints: 5,
        hasTouch: true,
        screen: '390x844 390x844',
        outer: '390x844',
        pixelRatio: 2,
        orientation: 'portrait-primary 0',
        media: 'pointer: coarse, prefers-color-scheme: light',
      },
    });
  });

  it("emulates the caller's user agent without client hints", async () => {
    const echo = await echoOf({ headers: { 'User-Agent': 'Curious/1.0' } });
    expect(echo).toMatchObject({ userAgent: 'Curious/1.0' });
    expect(echo.sent).not.toHaveProperty('sec-ch-ua');
    expect(echo.brands ?? '').not.toContain('Chrome');
  });

  it("detaches shared and service workers from the page's session", async () => {
    await opener.withPage(url, {}, async ({ page }) => {
      const heard: string[] = [];
      sessionOf(page.mainFrame()).on('Target.attachedToTarget', ({ targetInfo }) => heard.push(targetInfo.type));
      await page.goto(url);
      await readEchoes(page);
      // Only a cross-site frame with its own process has a session.
      expect(heard.filter((type) => type !== 'iframe')).toEqual(['worker']);
    });
  });

  it('fits window and screen to the requested viewport', async () => {
    const viewport = { width: 2400, height: 1300 };
    const { window } = await echoOf({ formats: [{ type: 'screenshot', fullPage: false, viewport }] });
    expect(window).toMatchObject({ screen: '2400x1387 2400x1387', outer: '2400x1387' });
  });
});
