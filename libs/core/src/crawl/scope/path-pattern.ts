import { RE2JS } from 're2js';
import { AdvisedError } from '../../retry-advice';
import { bareHost } from '../../url/page-url';
import type { CrawlScope } from '../crawl-spec';

/** A caller's pattern, compiled by a linear-time engine. */
export interface PathPattern {
  source: string;
  /** The site, if the pattern is no more than the name of one: `other.example/blog`, `https://other\.example`. */
  site?: { host: string; path: string };
  /** Whether the pattern is found anywhere in `text`. */
  test(text: string): boolean;
}

export type PatternField = 'includePaths' | 'excludePaths';

/** A pattern that the engine cannot run. The message is written for the caller. */
export class InvalidPatternError extends AdvisedError {
  override readonly name = 'InvalidPatternError';
  readonly retry = 'never';

  constructor(
    readonly field: PatternField,
    readonly pattern: string,
    cause: unknown,
  ) {
    super(`${field}: the pattern ${JSON.stringify(pattern)} cannot be used (RE2 syntax): ${explain(cause)}`, { cause });
  }
}

/** Syntax of other engines, by this engine's error message. */
const UNSUPPORTED: [RegExp, string][] = [
  [/`\(\?<[=!]/, 'look-behind is not supported'],
  [/`\(\?[=!]/, 'look-ahead is not supported'],
  [/invalid escape sequence: `\\[1-9]/, 'back-references are not supported'],
];

function explain(cause: unknown): string {
  const said = cause instanceof Error ? cause.message : String(cause);
  const [, explanation] = UNSUPPORTED.find(([word]) => word.test(said)) ?? [];
  return explanation ?? said.replace(/^error parsing regexp: /, '');
}

/** An empty first pattern disables the list; later empty patterns are ignored. Throws InvalidPatternError. */
export function compilePatterns(field: PatternField, patterns: readonly string[]): PathPattern[] {
  if (patterns[0] === '') return [];
  return patterns.filter((pattern) => pattern !== '').map((pattern) => compilePattern(field, pattern));
}

/** The text that includePaths and excludePaths are searched in. */
export function patternSubject(url: URL, scope: CrawlScope): string {
  return scope.regexOnFullURL ? url.href : url.pathname;
}

/** Whether the pattern is the name of the site that `url` belongs to, subdomains included. */
export function namesSite({ site }: PathPattern, url: URL): boolean {
  if (site === undefined || !url.pathname.startsWith(site.path)) return false;
  const host = bareHost(url.hostname);
  return host === site.host || host.endsWith(`.${site.host}`);
}

function compilePattern(field: PatternField, source: string): PathPattern {
  let compiled: RE2JS;
  try {
    // The translation accepts JavaScript syntax: (?<name>…), \/, \u0041.
    compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (error) {
    throw new InvalidPatternError(field, source, error);
  }
  const site = readSite(source);
  return {
    source,
    // A URL escapes non-ASCII letters, so a pattern with such letters must also match the decoded URL.
    test: /^[\0-\x7f]*$/.test(source)
      ? (text) => compiled.test(text)
      : (text) => compiled.test(text) || compiled.test(unescaped(text)),
    ...(site === undefined ? {} : { site }),
  };
}

/** Longer patterns name no site; the check below takes quadratic time. */
const MAX_SITE_CHARACTERS = 1000;

function readSite(source: string): PathPattern['site'] {
  if (source.length > MAX_SITE_CHARACTERS) return undefined;
  const plain = source
    .replace(/\\([./-])/g, '$1')
    .replace(/^\^/, '')
    .replace(/^https?:\/\//i, '')
    .replace(/(?:\.?\*|\$)+$/, '');
  const [, host, path = ''] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(\/[^?#*+()[\]{}|\\]*)?$/i.exec(plain) ?? [];
  return host === undefined ? undefined : { host: bareHost(host.toLowerCase()), path };
}

function unescaped(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    // The bytes are not UTF-8, so there is nothing to decode.
    return text;
  }
}
