import type { RenderPage } from '@orbweaver/contracts';
import { dedupKey, type PageFailure } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import { captureRefusal } from '../browser/requests/team-refusal';
import { isBlocked, isBlockedFailure } from '../fetch/block-signs';
import type { FetchOutcome } from '../fetch/fetch-page';
import { deferredResult, requestsBackoff } from './deferral';
import type { PageEngine, PageResult } from './page-result';

export type Verdict =
  | { kind: 'take'; capture: Capture }
  /** The site refused this visitor; another route may succeed. `failure` is absent if a page was served. */
  | { kind: 'blocked'; failure?: PageFailure }
  /** The capture is an empty shell that scripts would fill. Detected during extraction. */
  | { kind: 'needs-browser' }
  | (PageResult & { kind: 'redirected' | 'deferred' | 'failed' });

export interface JudgeOptions {
  engine: PageEngine;
  detectsBlock: boolean;
}

export function judge(message: RenderPage, outcome: FetchOutcome, { engine, detectsBlock }: JudgeOptions): Verdict {
  if (outcome.kind === 'failed') {
    const { failure, answer } = outcome;
    const refused = isBlockedFailure(failure) || (answer !== undefined && isBlocked(answer));
    return detectsBlock && refused ? { kind: 'blocked', failure } : { kind: 'failed', engine, failure };
  }
  const { capture } = outcome;
  const refusal = captureRefusal(message.spec.hosts, capture.url);
  if (refusal !== undefined) return { kind: 'failed', engine, failure: refusal };
  if (detectsBlock && isBlocked(capture) && !requestsBackoff(message, capture)) return { kind: 'blocked' };
  return redirectedResult(message, capture) ?? deferredResult(message, capture) ?? { kind: 'take', capture };
}

/**
 * A crawled page that was redirected to the URL of another page; undefined if it was not. URLs that keep changing
 * (`isWandering`) do not count: pages that redirect to each other would never give a document.
 */
export function redirectedResult(
  { crawl, url }: RenderPage,
  capture: Capture,
): (PageResult & { kind: 'redirected' }) | undefined {
  if (crawl === undefined || capture.isWandering) return undefined;
  if (dedupKey(capture.url, crawl.dedup) === dedupKey(url, crawl.dedup)) return undefined;
  return { kind: 'redirected', engine: capture.engine, finalUrl: capture.url };
}
