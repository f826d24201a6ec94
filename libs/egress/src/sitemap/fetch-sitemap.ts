import { setTimeout as delay } from 'node:timers/promises';
import { backoff, type PageFailure, type PageFailureReason, readRetryAfter } from '@orbweaver/core';
import { failureDetail } from '../address/egress-failure';
import type { HttpClient } from '../http/http-client';
import { BrokenBodyError } from '../http/http-exchange';

import { SitemapCutError } from './sitemap-reader';

export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
const FIRST_BYTE_TIMEOUT_MS = 30_000;
/** Includes a slow consumer that stores the entries. */
const FILE_TIMEOUT_MS = 120_000;

/** Three attempts in all: a crawl without its sitemap misses pages. */
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
const passingStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const passingReasons: ReadonlySet<PageFailureReason> = new Set(['reset', 'proxy-failed', 'timed-out']);

export interface SitemapFetchOptions {
  signal?: AbortSignal;
  userAgent?: string;
  skipTlsVerification?: boolean;
  /** Whether a file may be requested, also as the target of a redirect. Default: all. */
  mayRead?: (url: string) => boolean;
}

const NOT_READ: PageFailure = { reason: 'egress-denied', message: 'the host is closed for the team' };

/**
 * `url`: after redirects. `chunks`: bytes as received (compressed for .gz); throws SitemapCutError if the rest is
 * missing.
 */
type SitemapFile =
  | { kind: 'file'; url: string; chunks: AsyncIterable<Buffer> }
  /** `waitMs`: minimum wait before a retry; undefined: do not retry. `isPassing`: the file may exist. */
  | { kind: 'failed'; problem: string; waitMs: number | undefined; isPassing: boolean };

/** The remaining retries of one reading, because retries delay the other files. */
export interface RetryBudget {
  left: number;
}

/** Retries transient failures. Returns the last problem if `signal` aborts the wait. */
export async function fetchSitemap(
  client: HttpClient,
  url: string,
  options: SitemapFetchOptions,
  patience: RetryBudget,
): Promise<SitemapFile> {
  for (let attempt = 1; ; attempt += 1) {
    const file = await tryToFetch(client, url, options);
    if (file.kind === 'file' || file.waitMs === undefined || attempt === MAX_TRIES || patience.left <= 0) return file;
    patience.left -= 1;
    const pauseMs = backoff(attempt, { firstMs: FIRST_PAUSE_MS, longestMs: LONGEST_PAUSE_MS });
    await delay(Math.max(pauseMs, file.waitMs), undefined, { signal: options.signal }).catch(() => undefined);
    if (options.signal?.aborted) return file;
  }
}

async function tryToFetch(client: HttpClient, url: string, options: SitemapFetchOptions): Promise<SitemapFile> {
  const opening = new AbortController();
  const timer = setTimeout(() => opening.abort(new DOMException('no answer', 'TimeoutError')), FIRST_BYTE_TIMEOUT_MS);
  const result = await client.open({
    url,
    headers: { accept: 'application/xml,text/xml,text/plain,*/*;q=0.5', ...userAgentField(options.userAgent) },
    signal: AbortSignal.any([
      opening.signal,
      AbortSignal.timeout(FILE_TIMEOUT_MS),
      ...(options.signal === undefined ? [] : [options.signal]),
    ]),
    skipTlsVerification: options.skipTlsVerification,
    refuses: ({ href }) => (options.mayRead?.(href) === false ? NOT_READ : undefined),
    // One byte more shows that the file is larger.
    maxBytes: MAX_SITEMAP_BYTES + 1,
    onTooLarge: 'cut',
  });
  clearTimeout(timer);
  if (result.kind === 'failed') {
    const { failure } = result;
    const isPassing = passingReasons.has(failure.reason);
    const problem = failureDetail(failure) ?? failure.message;
    return { kind: 'failed', problem, waitMs: isPassing ? 0 : undefined, isPassing };
  }
  if (result.status !== 200) {
    void result.discard();
    const askedMs = readRetryAfter(result.headers['retry-after'], Date.now(), result.headers.date) ?? 0;
    const isPassing = passingStatuses.has(result.status);
    const waitMs = isPassing && askedMs <= LONGEST_PAUSE_MS ? askedMs : undefined;
    return { kind: 'failed', problem: `status ${result.status}`, waitMs, isPassing };
  }
  return { kind: 'file', url: result.url, chunks: untilCut(result.body) };
}

async function* untilCut(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let left = MAX_SITEMAP_BYTES;
  try {
    for await (const chunk of body) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left < 0) throw new SitemapCutError('the file exceeds the size limit');
    }
  } catch (error) {
    throw error instanceof BrokenBodyError ? new SitemapCutError(error.message, { cause: error }) : error;
  }
}

function userAgentField(userAgent: string | undefined): Record<string, string> {
  return userAgent === undefined ? {} : { 'user-agent': userAgent };
}
