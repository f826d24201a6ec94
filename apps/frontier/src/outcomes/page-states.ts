import { decideScope, explainSkip, leavesOrigin, type SkipReason } from '@orbweaver/core';
import type { LeasedPageView } from '@orbweaver/persistence';
import type { CompiledJob } from '../jobs/compiled-jobs';

/**
 * The states of a page. Every step is one transaction under the lock of its job:
 *
 *   (candidate) ─► queued ◄──────────────┐
 *        │           │ lease: epoch + 1   │ retried, deferred, lease expired,
 *        │           ▼                    │ document lost after `done`
 *        │         leased ────────────────┘
 *        │           ├─► done      the renderer published its document
 *        │           ├─► failed    final; published to results
 *        │           └─► skipped   redirected (the target is another page), robots, cancelled
 *        └─► skipped   refused by scope or robots, or over the limit (queued when a slot is returned)
 *
 * Queued, leased and done pages use a slot of the limit. Outcomes need the current epoch and a leased page. `done` is
 * also accepted after the lease expired, until the next lease, because its document will be stored.
 */

export function acceptsOutcome(
  page: LeasedPageView,
  epoch: number,
  kind: 'done' | 'failed' | 'redirected' | 'deferred',
): boolean {
  if (page.epoch !== epoch) return false;
  return page.state === 'leased' || (page.state === 'queued' && kind === 'done');
}

/** Why the scope refuses its own start URL, which is then visited for its links only; undefined for other pages. */
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

/** Links of hidden pages do not count as links of the site. */
export function followsLinks({ crawl }: CompiledJob, page: { isHidden: boolean }): boolean {
  return crawl !== undefined && crawl.sitemap !== 'only' && !page.isHidden;
}

/**
 * The origin of the scope after a redirect of the start URL: unchanged for a target within it (`/` to `/en/home`), else
 * the target.
 */
export function originAfterRedirect(compiled: CompiledJob, entered: string, target: string): string {
  const context = compiled.scope(entered);
  if (context === undefined) return entered;
  return leavesOrigin(target, context) ? target : entered;
}
