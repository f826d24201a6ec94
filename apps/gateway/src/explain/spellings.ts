import { bareHost, type DedupOptions, isRoute } from '@orbweaver/core';

/**
 * The likely spellings of one page, `written` first. Refusals are stored by the spelling that the crawl found.
 * `written` must be an absolute http(s) URL.
 */
export function spellings(written: string, { deduplicateSimilarURLs }: DedupOptions): string[] {
  const visited = formToVisit(written);
  let forms = [visited];
  if (deduplicateSimilarURLs) {
    forms = forms.flatMap((url) => [url, change(url, otherScheme)]);
    forms = forms.flatMap((url) => [url, change(url, otherHost)]);
    forms = forms.flatMap((url) => [url, change(url, otherEnd)]);
  }
  return [...new Set([written, new URL(written).href, ...forms])];
}

/** The URL without credentials, and without a fragment unless that is a route. */
export function formToVisit(written: string): string {
  return change(written, (url) => {
    url.username = '';
    url.password = '';
    if (!isRoute(url.hash)) url.hash = '';
  });
}

function change(text: string, edit: (url: URL) => void): string {
  const url = new URL(text);
  edit(url);
  return url.href;
}

function otherScheme(url: URL): void {
  if (url.port === '') url.protocol = url.protocol === 'http:' ? 'https:' : 'http:';
}

/** For an IP address the assignment has no effect, as the URL standard says. */
function otherHost(url: URL): void {
  const bare = bareHost(url.hostname);
  url.hostname = bare === url.hostname ? `www.${bare}` : bare;
}

function otherEnd(url: URL): void {
  url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`;
}
