/** The answer of the fixture site at one path. Links are data, so that a reference crawl can follow them. */
export type FixtureAnswer = HtmlAnswer | RedirectAnswer | BytesAnswer | BusyAnswer | DroppedAnswer | HangingAnswer;

export interface HtmlAnswer {
  kind: 'html';
  title: string;
  /** Text of the main content. */
  text: string;
  /** `href`s of the `<a>` elements, as written. */
  links: string[];
  /** `href`s that a script adds. */
  scriptedLinks?: string[];
  /** `href` of `<base>`. */
  base?: string;
  /** Raw markup at the end of `<head>`. */
  head?: string;
  status?: number;
  /** Raw markup at the end of `<main>`. */
  markup?: string;
  /** true: the body contains only `markup`, like the shell of a single-page application. */
  bare?: boolean;
  delayMs?: number;
}

export interface RedirectAnswer {
  kind: 'redirect';
  status: 301 | 302 | 307 | 308;
  /** As written in the Location header. */
  to: string;
}

interface BytesAnswer {
  kind: 'bytes';
  contentType: string;
  body: Buffer;
  headers?: Record<string, string>;
}

/** Answers the first `times` requests with 429 and Retry-After. */
interface BusyAnswer {
  kind: 'busy';
  times: number;
  retryAfterSeconds: number;
  afterwards: HtmlAnswer;
}

/** Resets the first `times` connections; without `afterwards` all. */
interface DroppedAnswer {
  kind: 'dropped';
  times: number;
  afterwards?: HtmlAnswer;
}

/** Never answers. */
interface HangingAnswer {
  kind: 'hanging';
}

export type Headers = Record<string, string | string[] | undefined>;

/** The answers of one host: static ones by path, and computed ones (traps, echoes). */
export interface SitePlan {
  /** By path and query. Trailing slashes are ignored unless both forms are listed. */
  pages: Map<string, FixtureAnswer>;
  generate(url: URL, headers: Headers, address: string): FixtureAnswer | undefined;
  /** The text of robots.txt; undefined: 404. */
  robots: string | undefined;
  /** Whether robots.txt disallows the path. */
  isForbidden(path: string): boolean;
  /** Absolute URLs. */
  sitemapUrls: string[];
}

export const FILLER =
  'This paragraph is long enough to be taken for the content of the page by whoever looks for main content: ' +
  'it has several sentences, no links and ordinary words. The fixture repeats it on every page, and a word ' +
  'that no other page has stands in front of it.';

export function html(title: string, links: string[], more: Partial<HtmlAnswer> = {}): HtmlAnswer {
  return { kind: 'html', title, text: `Words of ${title}. ${FILLER}`, links, ...more };
}
