import { isDeepStrictEqual } from 'node:util';
import {
  type Action,
  type Format,
  type JobSpec,
  maskUserInfo,
  type ScrapeSpec,
  type WebhookSpec,
} from '@orbweaver/core';
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

const HEADER = 'Header values are not returned. Set the header again';
const WRITTEN_TEXT = 'Text of write actions is not returned. Set the text again';
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
  const omitted: WrittenRequest['omitted'] = [];
  const isExtract = spec.kind !== 'scrape' && spec.extract !== undefined;
  const operation = isExtract ? 'extract' : spec.kind;
  const options = writeOptions(spec.scrape, isNested(operation) ? 'scrapeOptions.' : '', omitted);
  const job = spec.kind === 'scrape' ? {} : { maxConcurrency: spec.maxConcurrency };
  const request = {
    ...(isExtract ? writeExtract(spec, urls, options) : writeTarget(spec, urls, options)),
    ...job,
    ...(webhook === undefined ? {} : { webhook: writeWebhook(webhook, omitted) }),
  };
  if (spec.kind === 'crawl' && spec.scope.maxPathDepth !== undefined) {
    omitted.push({ field: 'maxDepth', reason: PATH_DEPTH });
  }
  return { operation, path: paths[operation], request: withoutUserInfo(withoutAbsent(request), omitted), omitted };
}

const isNested = (operation: RequestOperation) => operation === 'crawl' || operation === 'extract';

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

/** Scrape options that differ from the defaults. @param parent prefix of their fields in `omitted` */
function writeOptions(spec: ScrapeSpec, parent: string, omitted: WrittenRequest['omitted']): Fields {
  const { formats, headers: _, storeInCache, ...all } = writeScrapeOptions(spec);
  const options = { ...all, actions: spec.actions.map(withoutText) };
  const plain = withModelTime({ ...toScrapeSpec(ScrapeOptions.parse({})), formats: spec.formats }, {});
  const names = Object.keys(spec.headers);
  omitted.push(...names.map((name) => ({ field: `${parent}headers.${name}`, reason: HEADER })));
  for (const [index, { type }] of spec.actions.entries()) {
    if (type === 'write') omitted.push({ field: `${parent}actions.${index}.text`, reason: WRITTEN_TEXT });
  }
  const isPlain = names.length === 0 && spec.actions.length === 0;
  return {
    formats: (formats as Format[]).map(writeFormat),
    ...changed(options, writeScrapeOptions(plain)),
    // Implied by headers and actions.
    ...(isPlain && !storeInCache ? { storeInCache } : {}),
  };
}

/** Text of write actions is often a password. Without it, the service rejects the request until the text is set. */
const withoutText = (action: Action) => (action.type === 'write' ? { type: action.type } : action);

/** The name of a format without options of its own. */
function writeFormat(format: Format): string | Fields {
  const written = withoutAbsent({ ...format });
  const plain = FormatObject.safeParse({ type: format.type });
  return plain.success && isDeepStrictEqual(withoutAbsent({ ...plain.data }), written) ? format.type : written;
}

function writeWebhook({ url, headers, metadata, events }: WebhookSpec, omitted: WrittenRequest['omitted']): Fields {
  omitted.push(...Object.keys(headers).map((name) => ({ field: `webhook.headers.${name}`, reason: HEADER })));
  const plain = toWebhookSpec(url)!;
  return { url, ...changed({ metadata, events }, { metadata: plain.metadata, events: plain.events }) };
}

const changed = (options: Fields, plain: Fields): Fields =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => !isDeepStrictEqual(value, plain[name])));

/** Optional fields of a spec may be undefined. */
const withoutAbsent = (fields: Fields): Fields => JSON.parse(JSON.stringify(fields)) as Fields;

function withoutUserInfo(request: Fields, omitted: WrittenRequest['omitted']): Fields {
  const clean = (field: string, url: string) => {
    const masked = maskUserInfo(url);
    if (masked === url) return url;
    if (omitted.at(-1)?.field !== field) omitted.push({ field, reason: USER_INFO });
    return masked.replace('…@', '');
  };
  const { url, urls, webhook } = request as { url?: string; urls?: string[]; webhook?: { url: string } };
  return {
    ...request,
    ...(url === undefined ? {} : { url: clean('url', url) }),
    ...(urls === undefined ? {} : { urls: urls.map((one) => clean('urls', one)) }),
    ...(webhook === undefined ? {} : { webhook: { ...webhook, url: clean('webhook.url', webhook.url) } }),
  };
}
