import { Inject, Injectable } from '@nestjs/common';
import type { PageOutcome } from '@orbweaver/contracts';
import type { PageFailureReason } from '@orbweaver/core';
import type { LeasedPageView } from '@orbweaver/persistence';
import { CONFIG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../clock';
import type { FrontierConfig } from '../frontier.config';

/** For a host that is not known: it doubles with every round of pages that come back. */
const FIRST = 8;
/** A host that hangs holds a slot for as long as its page may take; but with fewer its crawl would hardly end. */
const LEAST = 4;
/** Some 100 bytes each. */
const MAX_HOSTS = 20_000;
/** A page that needs more than this share of its time is slow. */
const SLOW_SHARE = 0.5;
/** What a host does that is dying, or that we press too hard. One that refuses a connection holds nothing up. */
const strains: ReadonlySet<PageFailureReason> = new Set(['timed-out', 'reset', 'lease-expired']);

export interface PageReturn {
  page: Pick<LeasedPageView, 'host' | 'leaseUntil'>;
  /** How long a page of the job may take. */
  deadlineMs: number;
  outcome: PageOutcome['outcome'];
}

/**
 * How many pages of a host may be with the renderers at once, over all jobs. One more for every page that comes back
 * well, half as many for one that hangs, breaks off or asks us to come later: a slow or dying host does not hold the
 * slots that others could use. Memory of this process: where it is lost, some pages learn it again.
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

  /** Answers whether the page came back soon enough to send more of its kind. */
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
    // Never wider than it was: the configuration may ask for less than this least.
    this.widths.set(host, Math.min(width, Math.max(LEAST, width / 2)));
  }

  private widen(host: string): void {
    this.widths.set(host, Math.min(this.config.FRONTIER_MAX_PER_HOST, (this.widths.get(host) ?? this.first) + 1));
  }
}
