import { CookieJar } from 'tough-cookie';

/** The cookies of one request and its redirects: a site that sets a cookie and redirects lets the request pass. */
export class Cookies {
  private readonly jar = new CookieJar(undefined, { looseMode: true });

  remember(setCookies: readonly string[], url: URL): void {
    for (const cookie of setCookies) this.jar.setCookieSync(cookie, url.href, { ignoreError: true });
  }

  /** The Cookie field for `url`: the site's cookies, and the caller's that the site has not replaced. */
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
