import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { MapSite } from '@orbweaver/contracts';
import { type Clock, politenessHost, unlessAborted } from '@orbweaver/core';
import { blockHost, type Database, readHostTurn, takeHostTurn } from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import { isPause, RobotsCache } from '../site/robots-cache';
import type { RobotsPolicy, SiteAccess } from '../site/site-sources';

/** A site that takes longer to serve its robots.txt gets no visits until it does. */
const ROBOTS_PATIENCE_MS = 5_000;

export const NO_RULES: RobotsPolicy = { isAllowed: () => true, sitemaps: [] };

export const accessOf = ({ spec: { robotsUserAgent, scrape } }: MapSite): SiteAccess => ({
  skipTlsVerification: scrape.skipTlsVerification,
  ...(robotsUserAgent === undefined ? {} : { userAgent: robotsUserAgent }),
});

/** When a map may request a page of a host: robots.txt, delays and back-offs, as for the pages of crawls. */
@Injectable()
export class HostPace {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly robots: RobotsCache,
  ) {}

  /** The sitemaps that robots.txt names. Undefined if the site does not serve it in time. */
  async sitemapRules(map: MapSite, signal: AbortSignal): Promise<RobotsPolicy | undefined> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(ROBOTS_PATIENCE_MS)]);
    const rules = await unlessAborted(patience, this.robots.rules(map.spec.url, accessOf(map))).catch(() => undefined);
    return rules === undefined || isPause(rules) ? undefined : rules;
  }

  /** Asks a silent site again for some seconds. Undefined if it has not served its robots.txt by then. Rejects if `signal` aborts. */
  async rules(map: MapSite, url: string, signal: AbortSignal): Promise<RobotsPolicy | undefined> {
    if (map.spec.ignoreRobotsTxt) return NO_RULES;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(ROBOTS_PATIENCE_MS)]);
    try {
      for (;;) {
        const rules = await unlessAborted(patience, this.robots.rules(url, accessOf(map)));
        if (!isPause(rules)) return rules;
        await pause(Math.max(1, rules.until.getTime() - this.clock().getTime()), undefined, { signal: patience });
      }
    } catch (error) {
      if (signal.aborted || !patience.aborted) throw error;
      return undefined;
    }
  }

  delayMs({ spec }: MapSite, { crawlDelaySeconds = 0 }: RobotsPolicy): number {
    return Math.ceil(Math.max(spec.delaySeconds ?? 0, crawlDelaySeconds) * 1000);
  }

  /** Waits for the turn of the host. False if it comes after `deadlineAt`. Rejects if `signal` aborts. */
  async waitForTurn(
    map: MapSite,
    { url, delayMs, deadlineAt }: { url: string; delayMs: number; deadlineAt: number },
    signal: AbortSignal,
  ): Promise<boolean> {
    const host = politenessHost(url);
    for (;;) {
      signal.throwIfAborted();
      const now = this.clock();
      // No host of a map with zero data retention is stored.
      const until =
        delayMs > 0 && !map.zeroDataRetention
          ? await takeHostTurn(this.database, { host, now, paceMs: delayMs })
          : await readHostTurn(this.database, host, now);
      if (until === undefined) return true;
      if (until.getTime() >= deadlineAt) return false;
      await pause(Math.max(1, until.getTime() - now.getTime()), undefined, { signal });
    }
  }

  /** The host answered 429 or 503. */
  async backOff(map: MapSite, url: string, retryAfterMs: number): Promise<void> {
    if (map.zeroDataRetention) return;
    await blockHost(this.database, politenessHost(url), new Date(this.clock().getTime() + retryAfterMs));
  }
}
