import type { RenderPage } from '@orbweaver/contracts';
import { dedupKey, type PageFailure } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import { isBlocked, isBlockedFailure } from '../fetch/block-signs';
import type { FetchOutcome } from '../fetch/fetch-page';
import { deferredResult, isAskedToWait } from './deferral';
import type { PageEngine, PageResult } from './page-result';

/** What follows from what an attempt brought. Closed: the plan has an answer to each. */
export type Verdict =
  /** The capture is the page: a document is made of it. */
  | { kind: 'take'; capture: Capture }
  /** The site refused this visitor; another route may be let in. `failure` is absent for a page that says so. */
  | { kind: 'blocked'; failure?: PageFailure }
  /** The capture is an empty shell that scripts would fill. Found while the document is made. */
  | { kind: 'needs-browser' }
  | (PageResult & { kind: 'redirected' | 'deferred' | 'failed' });

export interface JudgeOptions {
  engine: PageEngine;
  /** Whether a refusal by the site is a verdict of its own, or the page. */
  detectsBlock: boolean;
}

export function judge(message: RenderPage, outcome: FetchOutcome, { engine, detectsBlock }: JudgeOptions): Verdict {
  if (outcome.kind === 'failed') {
    const { failure, answer } = outcome;
    const refused = isBlockedFailure(failure) || (answer !== undefined && isBlocked(answer));
    return detectsBlock && refused ? { kind: 'blocked', failure } : { kind: 'failed', engine, failure };
  }
  const { capture } = outcome;
  if (detectsBlock && isBlocked(capture) && !isAskedToWait(message, capture)) return { kind: 'blocked' };
  return redirectedResult(message, capture) ?? deferredResult(message, capture) ?? { kind: 'take', capture };
}

/**
 * A crawled page that answered from an address of another page; undefined: from its own, or from any of many, none of
 * which stays: pages that lead to each other would all be redirected, and none would give a document.
 */
export function redirectedResult(
  { crawl, url }: RenderPage,
  capture: Capture,
): (PageResult & { kind: 'redirected' }) | undefined {
  if (crawl === undefined || capture.isWandering) return undefined;
  if (dedupKey(capture.url, crawl.dedup) === dedupKey(url, crawl.dedup)) return undefined;
  return { kind: 'redirected', engine: capture.engine, finalUrl: capture.url };
}
