import { bareHost, type DedupOptions, isRoute } from '@orbweaver/core';

/**
 * The forms of one page in which a crawl is likely to have come across it, `written` first: what its refusals are
 * remembered by. `written` is an absolute http(s) URL.
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

/** Without credentials, and without a fragment that is no route. */
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

/** An address has no `www.`: the standard refuses the change. */
function otherHost(url: URL): void {
  const bare = bareHost(url.hostname);
  url.hostname = bare === url.hostname ? `www.${bare}` : bare;
}

function otherEnd(url: URL): void {
  url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`;
}
