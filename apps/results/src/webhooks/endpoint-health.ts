import type { Barred } from '@orbweaver/persistence';
import { LRUCache } from 'lru-cache';
import { TeamShares } from './team-shares';

/** Maximum number of remembered slow endpoints. An evicted one counts as new. */
const MAX_REMEMBERED = 10_000;

/**
 * Limits requests by endpoint (host and port). A slow endpoint gets one request at a time, and all slow ones get half of
 * the slots. Teams share all slots fairly, and the slots of slow endpoints again.
 */
export class EndpointHealth {
  private readonly slow = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  private readonly open = new Map<string, number>();
  private readonly all: TeamShares;
  private readonly ofSlow: TeamShares;

  constructor(private readonly bounds: { concurrency: number; concurrencyPerHost: number }) {
    this.all = new TeamShares(bounds.concurrency);
    this.ofSlow = new TeamShares(Math.max(1, Math.floor(bounds.concurrency / 2)));
  }

  get isFull(): boolean {
    return this.all.isFull;
  }

  barred(): Barred {
    const full = [...this.open].filter(([endpoint, open]) => open >= this.slotsOf(endpoint)).map(([name]) => name);
    const slowTeams = this.ofSlow.teamsWithoutRoom();
    return {
      endpoints: this.ofSlow.isFull ? [...new Set([...full, ...this.slow.keys()])] : full,
      teams: this.all.teamsWithoutRoom(),
      slowTeams,
      slowEndpoints: slowTeams.length === 0 ? [] : [...this.slow.keys()],
    };
  }

  /** Takes a slot. @returns a function that releases it; undefined if there is none */
  takeSlot(team: string, endpoint: string): (() => void) | undefined {
    const open = this.open.get(endpoint) ?? 0;
    const isSlow = this.slow.has(endpoint);
    if (open >= this.slotsOf(endpoint) || !this.all.hasRoomFor(team)) return undefined;
    if (isSlow && !this.ofSlow.hasRoomFor(team)) return undefined;
    this.open.set(endpoint, open + 1);
    const releaseAll = this.all.take(team);
    const releaseSlow = isSlow ? this.ofSlow.take(team) : undefined;
    return () => {
      releaseAll();
      releaseSlow?.();
      const left = (this.open.get(endpoint) ?? 1) - 1;
      if (left > 0) this.open.set(endpoint, left);
      else this.open.delete(endpoint);
    };
  }

  note(endpoint: string, isSlow: boolean): void {
    if (isSlow) this.slow.set(endpoint, true);
    else this.slow.delete(endpoint);
  }

  private slotsOf(endpoint: string): number {
    return this.slow.has(endpoint) ? 1 : this.bounds.concurrencyPerHost;
  }
}
