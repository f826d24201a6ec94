import { Inject, Injectable } from '@nestjs/common';
import type { PageOutcome } from '@orbweaver/contracts';
import type { Clock, PageFailureReason } from '@orbweaver/core';
import type { LeasedPageView } from '@orbweaver/persistence';
import { CLOCK, CONFIG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import type { FrontierConfig } from '../frontier.config';

/** For an unknown host. It doubles with every round of pages that come back. */
const FIRST = 8;
/** A host that hangs holds a slot for the whole time of its page. With fewer its crawl would hardly end. */
const LEAST = 4;
/** Some 100 bytes each. */
const MAX_HOSTS = 20_000;
/** A page that takes more than this share of its time is slow. */
const SLOW_SHARE = 0.5;
/** The failures of a host that is dying or overloaded. A refused connection holds up nothing. */
const strains: ReadonlySet<PageFailureReason> = new Set(['timed-out', 'reset', 'lease-expired']);

export interface PageReturn {
  page: Pick<LeasedPageView, 'host' | 'leaseUntil'>;
  /** How long a page of the job may take. */
  deadlineMs: number;
  outcome: PageOutcome['outcome'];
}

/**
 * How many pages of a host the renderers may hold at once, over all jobs. Each page that comes back well adds one; a
 * page that hangs, breaks off or is deferred halves the number. So a slow or dying host does not hold slots that others
 * could use. It lives in memory: after a restart some pages teach it again.
 */
@Injectable()
export class HostConcurrency {
  private readonly widths = new LRUCache<string, number>({ max: MAX_HOSTS });
  private readonly first: number;

  constructor(
    @Inject(CONFIG) private readonly config: FrontierConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.first = Math.min(FIRST, config.FRONTIER_MAX_PER_HOST);
  }

  of(host: string): number {
    return Math.floor(this.widths.get(host) ?? this.first);
  }

  /** Whether the page came back soon enough to send more pages of its job. */
  pageCameBack({ page, deadlineMs, outcome }: PageReturn): boolean {
    const isStrained =
      outcome.kind === 'failed' ? strains.has(outcome.failure.reason) : this.isSlow(page.leaseUntil, deadlineMs);
    if (isStrained || outcome.kind === 'deferred') this.narrow(page.host);
    else if (outcome.kind !== 'failed') this.widen(page.host);
    return !isStrained;
  }

  private isSlow(leaseUntil: Date | null, deadlineMs: number): boolean {
    if (leaseUntil === null) return true;
    const leftMs = leaseUntil.getTime() - this.clock().getTime() - this.config.FRONTIER_LEASE_ALLOWANCE;
    return leftMs < deadlineMs * (1 - SLOW_SHARE);
  }

  private narrow(host: string): void {
    const width = this.widths.get(host) ?? this.first;
    // Never more than before: the configured maximum may be below LEAST.
    this.widths.set(host, Math.min(width, Math.max(LEAST, width / 2)));
  }

  private widen(host: string): void {
    this.widths.set(host, Math.min(this.config.FRONTIER_MAX_PER_HOST, (this.widths.get(host) ?? this.first) + 1));
  }
}
