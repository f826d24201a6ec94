import { Inject, Injectable } from '@nestjs/common';
import type { PageOutcome } from '@orbweaver/contracts';
import type { Clock, PageFailureReason } from '@orbweaver/core';
import type { LeasedPageView } from '@orbweaver/persistence';
import { CLOCK, CONFIG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import type { FrontierConfig } from '../frontier.config';

/** For an unknown host. Every page that returns well adds one. */
const FIRST = 8;
/** Minimum, because a crawl of a hanging host would hardly end with fewer. */
const LEAST = 4;
/** About 100 bytes each. */
const MAX_HOSTS = 20_000;
const SLOW_SHARE = 0.5;
/** Failures of a dying or overloaded host. A refused connection delays nothing. */
const strains: ReadonlySet<PageFailureReason> = new Set(['timed-out', 'reset', 'lease-expired']);

export interface PageReturn {
  page: Pick<LeasedPageView, 'host' | 'leaseUntil'>;
  deadlineMs: number;
  outcome: PageOutcome['outcome'];
}

/**
 * Limits the leased pages of a host over all jobs. Each page that returns well adds one; a page that hangs, breaks off or
 * is deferred halves the limit, so that slow hosts do not occupy slots. In memory: learned again after a restart.
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

  /** @returns whether the page returned fast enough to lease more pages of its job */
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
    // The configured maximum may be below LEAST.
    this.widths.set(host, Math.min(width, Math.max(LEAST, width / 2)));
  }

  private widen(host: string): void {
    this.widths.set(host, Math.min(this.config.FRONTIER_MAX_PER_HOST, (this.widths.get(host) ?? this.first) + 1));
  }
}
