import { bareHost, type DedupOptions, isRoute } from '@orbweaver/core';

/** Likely equivalent URLs of a page, `written` (absolute http or https) first. Refusals are stored by the URL found. */
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

/** The URL without credentials and without a fragment, except hash routes. */
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

/** Has no effect on IP addresses, by the URL standard. */
function otherHost(url: URL): void {
  const bare = bareHost(url.hostname);
  url.hostname = bare === url.hostname ? `www.${bare}` : bare;
}

function otherEnd(url: URL): void {
  url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`;
}
