import { decideScope, explainSkip, leavesOrigin, type SkipReason } from '@orbweaver/core';
import type { LeasedPageView } from '@orbweaver/persistence';
import type { CompiledJob } from '../jobs/compiled-jobs';

/**
 * The life of a page, every step in one transaction under the lock of its job:
 *
 *   (candidate) ─► queued ◄──────────────┐
 *        │           │ lease: epoch + 1   │ may be retried, deferred, lease ran out,
 *        │           ▼                    │ document lost after `done`
 *        │         leased ────────────────┘
 *        │           ├─► done      the renderer published its document
 *        │           ├─► failed    for good; the frontier published why
 *        │           └─► skipped   redirected (its target is a page of its own), robots, cancelled
 *        └─► skipped   refused by scope or robots, or beyond the limit: the latter is queued when a slot comes back
 *
 * Candidates are links, entries of sitemaps and, when nothing else is left, the pages of earlier crawls.
 * Queued, leased and done pages hold a slot of the limit. An outcome counts only under the page's newest epoch, and
 * only while the page is leased. A `done` also counts after the lease expired, until the page is leased again: its
 * document is under way and will be stored.
 */

export function acceptsOutcome(
  page: LeasedPageView,
  epoch: number,
  kind: 'done' | 'failed' | 'redirected' | 'deferred',
): boolean {
  if (page.epoch !== epoch) return false;
  return page.state === 'leased' || (page.state === 'queued' && kind === 'done');
}

/**
 * Why a start URL gives no document although it is visited: its own scope refuses it, so only its links are wanted.
 * Undefined for every other page.
 */
export function refusalOfStart(
  compiled: CompiledJob,
  page: { isStart: boolean; url: string; originUrl: string | null },
): { reason: SkipReason; message: string } | undefined {
  const context = page.isStart ? compiled.scope(page.originUrl) : undefined;
  if (context === undefined) return undefined;
  const decision = decideScope({ url: page.url, depth: 0 }, context);
  if (decision.admit) return undefined;
  return { reason: decision.reason, message: explainSkip(decision.reason, context.scope, decision.pattern) };
}

/** A hidden page is visited for itself: its links do not count as links of the site. */
export function followsLinks({ crawl }: CompiledJob, page: { isHidden: boolean }): boolean {
  return crawl !== undefined && crawl.sitemap !== 'only' && !page.isHidden;
}

/**
 * The URL that the scope is measured against after the start URL redirected. A target inside the entered URL changes
 * nothing: `/` may lead to `/en/home`, and the caller asked for the whole site. Any other target replaces it.
 */
export function originAfterRedirect(compiled: CompiledJob, entered: string, target: string): string {
  const context = compiled.scope(entered);
  if (context === undefined) return entered;
  return leavesOrigin(target, context) ? target : entered;
}
