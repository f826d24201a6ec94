import type { Barred } from '@orbweaver/persistence';
import { LRUCache } from 'lru-cache';
import { FairPlaces } from './fair-places';

/** Endpoints remembered as slow; of more than that the first are forgotten, and treated like new ones. */
const MAX_REMEMBERED = 10_000;

/**
 * Who may send to which endpoint (host and port) now. Endpoints that kept a place for long when they were last tried,
 * whatever they then answered, get little room: one request at once each, half of all places together. And teams share
 * all places fairly, and those of slow endpoints again. So however many are slow, others find a place.
 */
export class EndpointHealth {
  private readonly slow = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  private readonly open = new Map<string, number>();
  private readonly all: FairPlaces;
  private readonly ofSlow: FairPlaces;

  constructor(private readonly bounds: { concurrency: number; concurrencyPerHost: number }) {
    this.all = new FairPlaces(bounds.concurrency);
    this.ofSlow = new FairPlaces(Math.max(1, Math.floor(bounds.concurrency / 2)));
  }

  get isFull(): boolean {
    return this.all.isFull;
  }

  /** What `enter` would refuse. */
  barred(): Barred {
    const full = [...this.open].filter(([endpoint, open]) => open >= this.placesOf(endpoint)).map(([name]) => name);
    const slowTeams = this.ofSlow.teamsWithoutRoom();
    return {
      endpoints: this.ofSlow.isFull ? [...new Set([...full, ...this.slow.keys()])] : full,
      teams: this.all.teamsWithoutRoom(),
      slowTeams,
      slowEndpoints: slowTeams.length === 0 ? [] : [...this.slow.keys()],
    };
  }

  /** Takes a place, if there is one. @returns gives it back; undefined: no place */
  enter(team: string, endpoint: string): (() => void) | undefined {
    const open = this.open.get(endpoint) ?? 0;
    const isSlow = this.slow.has(endpoint);
    if (open >= this.placesOf(endpoint) || !this.all.hasRoomFor(team)) return undefined;
    if (isSlow && !this.ofSlow.hasRoomFor(team)) return undefined;
    this.open.set(endpoint, open + 1);
    const leaveAll = this.all.take(team);
    const leaveSlow = isSlow ? this.ofSlow.take(team) : undefined;
    return () => {
      leaveAll();
      leaveSlow?.();
      const left = (this.open.get(endpoint) ?? 1) - 1;
      if (left > 0) this.open.set(endpoint, left);
      else this.open.delete(endpoint);
    };
  }

  note(endpoint: string, isSlow: boolean): void {
    if (isSlow) this.slow.set(endpoint, true);
    else this.slow.delete(endpoint);
  }

  private placesOf(endpoint: string): number {
    return this.slow.has(endpoint) ? 1 : this.bounds.concurrencyPerHost;
  }
}
