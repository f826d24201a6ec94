import { CookieJar } from 'tough-cookie';

/** Cookies of one request and its redirects. Some sites set a cookie and redirect to check for it. */
export class Cookies {
  private readonly jar = new CookieJar(undefined, { looseMode: true });

  remember(setCookies: readonly string[], url: URL): void {
    for (const cookie of setCookies) this.jar.setCookieSync(cookie, url.href, { ignoreError: true });
  }

  fieldFor(url: URL, given: string | undefined): string | undefined {
    const own = this.jar.getCookiesSync(url.href);
    const names = new Set(own.map((cookie) => cookie.key));
    const kept = (given ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? ''));
    const pairs = [...kept, ...own.map((cookie) => cookie.cookieString())];
    return pairs.length > 0 ? pairs.join('; ') : undefined;
  }
}
