import type { Page } from 'puppeteer-core';

/** What the connection itself decides, never the caller. */
const RESERVED =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|sec-.*|accept-encoding)$/i;
/** Set by other means, see emulate and `cookiesOf`. */
const ELSEWHERE = /^(?:user-agent|cookie)$/i;

/** The caller's headers that may be sent as they are, by lower-case name. */
export function callersHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !RESERVED.test(name))
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/**
 * Sends the caller's headers with the page, and with what it loads from its own origin. Not to others: they may be
 * keys to the caller's account, and pages load scripts from anywhere.
 */
export async function sendHeaders(page: Page, url: string, headers: Record<string, string>): Promise<void> {
  const wanted = callersHeaders(headers);
  const { cookie } = wanted;
  if (cookie !== undefined) await page.browserContext().setCookie(...cookiesOf(cookie, new URL(url)));
  const own = Object.fromEntries(Object.entries(wanted).filter(([name]) => !ELSEWHERE.test(name)));
  if (Object.keys(own).length === 0) return;
  const { origin } = new URL(url);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const overrides = isOfOrigin(request.url(), origin) ? { headers: { ...request.headers(), ...own } } : {};
    // A request whose page has gone meanwhile can neither be continued nor be missed.
    request.continue(overrides).catch(() => undefined);
  });
}

function isOfOrigin(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}

function cookiesOf(header: string, url: URL) {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim(), domain: url.hostname, path: '/' };
    });
}
