import { isDeepStrictEqual } from 'node:util';
import { type Format, type JobSpec, maskUserInfo, type ScrapeSpec, type WebhookSpec } from '@orbweaver/core';
import { replaceSecrets } from '../wire/request-secrets';
import { withModelTime } from '../wire/to-core';
import { toWebhookSpec } from '../wire/webhook';
import { FormatObject } from './formats';
import { writeCrawlOptions, writeScrapeOptions } from './from-core';
import { CrawlRequest, ScrapeOptions } from './requests';
import { toCrawlSpec, toScrapeSpec } from './to-core';

type Fields = Record<string, unknown>;

type RequestOperation = 'scrape' | 'batch' | 'crawl' | 'extract';

export interface WrittenRequest {
  operation: RequestOperation;
  path: string;
  request: Fields;
  omitted: { field: string; reason: string }[];
}

const REMOVED = {
  header: 'Header values are not returned. Set the header again',
  text: 'Text of write actions is not returned. Set the text again',
};
const USER_INFO = 'User name and password in a URL are not returned. Set them again';
const PATH_DEPTH = 'maxDepth of v1 has no counterpart in v2';

const paths: Record<RequestOperation, string> = {
  scrape: '/v2/scrape',
  batch: '/v2/batch/scrape',
  crawl: '/v2/crawl',
  extract: '/v2/extract',
};

/** The v2 body that starts the same job, without defaults and without secrets. */
export function writeRequest(
  spec: JobSpec,
  { urls, webhook }: { urls: readonly string[]; webhook: WebhookSpec | undefined },
): WrittenRequest {
  const isExtract = spec.kind !== 'scrape' && spec.extract !== undefined;
  const operation = isExtract ? 'extract' : spec.kind;
  const options = writeOptions(spec.scrape);
  const job = spec.kind === 'scrape' ? {} : { maxConcurrency: spec.maxConcurrency };
  const request = {
    ...(isExtract ? writeExtract(spec, urls, options) : writeTarget(spec, urls, options)),
    ...job,
    ...(webhook === undefined ? {} : { webhook: writeWebhook(webhook) }),
  };
  const hasPathDepth = spec.kind === 'crawl' && spec.scope.maxPathDepth !== undefined;
  const depth = hasPathDepth ? [{ field: 'maxDepth', reason: PATH_DEPTH }] : [];
  const { removed, masked, clean } = withoutSecrets(withoutAbsent(request));
  return { operation, path: paths[operation], request: clean, omitted: [...removed, ...depth, ...masked] };
}

function writeTarget(spec: JobSpec, urls: readonly string[], options: Fields): Fields {
  if (spec.kind === 'scrape') return { url: spec.url, ...options };
  if (spec.kind === 'batch') return { urls, ...options };
  const { scrapeOptions: _, ...crawl } = writeCrawlOptions({ ...spec, limit: spec.requestedLimit ?? spec.limit });
  const { url } = spec;
  const plain = writeCrawlOptions(toCrawlSpec(CrawlRequest.parse({ url, limit: spec.limit }), url));
  // The limit is always written, because the console shows it first.
  return { url, limit: crawl.limit, ...changed(crawl, plain), scrapeOptions: options };
}

function writeExtract(
  spec: Exclude<JobSpec, { kind: 'scrape' }>,
  urls: readonly string[],
  { formats: _, ...scrapeOptions }: Fields,
): Fields {
  const { schema, prompt } = spec.scrape.formats.find((format) => format.type === 'json') ?? {};
  const { showSources } = spec.extract!;
  const common = { prompt, schema, ...(showSources ? { showSources } : {}), scrapeOptions };
  if (spec.kind === 'batch') return { urls, ...common };
  const { allowSubdomains, allowExternalLinks } = spec.scope;
  return {
    urls: [`${spec.url}*`],
    ...common,
    limit: spec.requestedLimit ?? spec.limit,
    ...(allowSubdomains ? {} : { includeSubdomains: false }),
    ...(allowExternalLinks ? { allowExternalLinks } : {}),
    ...(spec.sitemap === 'skip' ? { ignoreSitemap: true } : {}),
  };
}

/** Scrape options that differ from the defaults. */
function writeOptions(spec: ScrapeSpec): Fields {
  const { formats, storeInCache, ...options } = writeScrapeOptions(spec);
  const plain = withModelTime({ ...toScrapeSpec(ScrapeOptions.parse({})), formats: spec.formats }, {});
  const isPlain = Object.keys(spec.headers).length === 0 && spec.actions.length === 0;
  return {
    formats: (formats as Format[]).map(writeFormat),
    ...changed(options, writeScrapeOptions(plain)),
    // Implied by headers and actions.
    ...(isPlain && !storeInCache ? { storeInCache } : {}),
  };
}

/** The name of a format without options of its own. */
function writeFormat(format: Format): string | Fields {
  const written = withoutAbsent({ ...format });
  const plain = FormatObject.safeParse({ type: format.type });
  return plain.success && isDeepStrictEqual(withoutAbsent({ ...plain.data }), written) ? format.type : written;
}

function writeWebhook({ url, headers, metadata, events }: WebhookSpec): Fields {
  const plain = toWebhookSpec(url)!;
  const options = { headers, metadata, events };
  return { url, ...changed(options, { headers: plain.headers, metadata: plain.metadata, events: plain.events }) };
}

const changed = (options: Fields, plain: Fields): Fields =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => !isDeepStrictEqual(value, plain[name])));

/** Optional fields of a spec may be undefined. */
const withoutAbsent = (fields: Fields): Fields => JSON.parse(JSON.stringify(fields)) as Fields;

/** Fields with URLs whose user information is removed. */
const URL_FIELD = /^(?:url|urls|webhook\.url)(?:\.\d+)?$/;

/** The service rejects a write action without its text until the text is set. */
function withoutSecrets(request: Fields) {
  const removed: WrittenRequest['omitted'] = [];
  const masked: WrittenRequest['omitted'] = [];
  const clean = replaceSecrets(request, ({ kind, path, value }) => {
    if (kind !== 'user-info') {
      removed.push({ field: path, reason: REMOVED[kind] });
      return undefined;
    }
    const shown = URL_FIELD.test(path) ? maskUserInfo(value) : value;
    if (shown === value) return value;
    const field = path.replace(/\.\d+$/, '');
    if (masked.at(-1)?.field !== field) masked.push({ field, reason: USER_INFO });
    return shown.replace('…@', '');
  });
  return { clean: clean as Fields, removed, masked };
}
