import { RE2JS } from 're2js';
import { AdvisedError } from '../../retry-advice';
import { bareHost } from '../../url/page-url';
import type { CrawlScope } from '../crawl-spec';

/** A caller's pattern, compiled by a linear-time engine. */
export interface PathPattern {
  source: string;
  site?: { host: string; path: string };
  test(text: string): boolean;
}

export type PatternField = 'includePaths' | 'excludePaths';

export class InvalidPatternError extends AdvisedError {
  override readonly name = 'InvalidPatternError';
  readonly retry = 'never';

  constructor(
    readonly field: PatternField,
    readonly pattern: string,
    cause: unknown,
  ) {
    super(`${field}: the pattern ${JSON.stringify(pattern)} is not supported (RE2 syntax): ${explain(cause)}`, {
      cause,
    });
  }
}

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

/** An empty first pattern disables the list; later empty ones are ignored. @throws InvalidPatternError */
export function compilePatterns(field: PatternField, patterns: readonly string[]): PathPattern[] {
  if (patterns[0] === '') return [];
  return patterns.filter((pattern) => pattern !== '').map((pattern) => compilePattern(field, pattern));
}

/** The text that includePaths and excludePaths are matched against. */
export function patternSubject(url: URL, scope: CrawlScope): string {
  return scope.regexOnFullURL ? url.href : url.pathname;
}

export function namesSite({ site }: PathPattern, url: URL): boolean {
  if (site === undefined || !url.pathname.startsWith(site.path)) return false;
  const host = bareHost(url.hostname);
  return host === site.host || host.endsWith(`.${site.host}`);
}

function compilePattern(field: PatternField, source: string): PathPattern {
  let compiled: RE2JS;
  try {
    // Translates JavaScript syntax: (?<name>…), \/, \u0041.
    compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (error) {
    throw new InvalidPatternError(field, source, error);
  }
  const site = readSite(source);
  return {
    source,
    // URLs escape non-ASCII letters, so such patterns also match the decoded URL.
    test: /^[\0-\x7f]*$/.test(source)
      ? (text) => compiled.test(text)
      : (text) => compiled.test(text) || compiled.test(unescaped(text)),
    ...(site === undefined ? {} : { site }),
  };
}

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
    return text;
  }
}
