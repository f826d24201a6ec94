import { decideScope, explainSkip, leavesOrigin, type SkipReason } from '@orbweaver/core';
import type { LeasedPageView } from '@orbweaver/persistence';
import type { CompiledJob } from '../compiled-jobs';

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
 * A slot of the limit is held by queued, leased and done pages. An outcome counts only under the page's newest
 * epoch, and only while the page is leased; a `done` also when the lease ran out but nobody has leased it again,
 * because its document is under way and will be stored.
 */

export function isHeldFor(
  page: LeasedPageView,
  epoch: number,
  kind: 'done' | 'failed' | 'redirected' | 'deferred',
): boolean {
  if (page.epoch !== epoch) return false;
  return page.state === 'leased' || (page.state === 'queued' && kind === 'done');
}

/**
 * Why a start URL that is visited all the same gives no document: its own scope refuses it, so only its links are
 * wanted. Undefined for every other page.
 */
export function refusalOfStart(
  plan: CompiledJob,
  page: { isStart: boolean; url: string; originUrl: string | null },
): { reason: SkipReason; message: string } | undefined {
  const context = page.isStart ? plan.scope(page.originUrl) : undefined;
  if (context === undefined) return undefined;
  const decision = decideScope({ url: page.url, depth: 0 }, context);
  if (decision.admit) return undefined;
  return { reason: decision.reason, message: explainSkip(decision.reason, context.scope, decision.pattern) };
}

/** A hidden page is looked at for itself: what it links to is not what the site leads to. */
export function followsLinks({ crawl }: CompiledJob, page: { isHidden: boolean }): boolean {
  return crawl !== undefined && crawl.sitemap !== 'only' && !page.isHidden;
}

/**
 * What a crawl is measured against when its start URL redirects. A target that the entered URL covers changes
 * nothing (`/` may lead to `/en/home`, and the whole site was asked for); another one is what was meant.
 */
export function originAfterRedirect(plan: CompiledJob, entered: string, target: string): string {
  const context = plan.scope(entered);
  if (context === undefined) return entered;
  return leavesOrigin(target, context) ? target : entered;
}
