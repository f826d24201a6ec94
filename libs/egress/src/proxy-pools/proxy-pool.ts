import { backoff } from '@orbweaver/core';
import type { UpstreamProxy } from './upstream-proxy';

const FIRST_OUT_MS = 30_000;
const LONGEST_OUT_MS = 10 * 60_000;

export interface ProxyPick {
  readonly proxy: UpstreamProxy;
  /** Outages before the pick. Later reports about an earlier outage are ignored. */
  readonly outages: number;
}

export interface ProxyPoolOptions {
  /** Milliseconds. Default: Date.now. */
  now?: () => number;
  onOut?: (proxy: UpstreamProxy, outMs: number, cause: string) => void;
}

/** `doubtedFor`: the target that was unreachable, possibly because of the proxy. */
interface Entry {
  readonly proxy: UpstreamProxy;
  pickedAt: number;
  outages: number;
  outUntil: number;
  failures: number;
  doubtedFor: string | undefined;
}

/**
 * Proxies of one kind, used in rotation.
 *
 *   healthy ──failed──► down (30 s, doubled up to 10 min) ──time──► healthy
 *      ▲                  │
 *      └────succeeded─────┘   also resets the back-off
 */
export class ProxyPool {
  private readonly entries: Entry[];
  private readonly now: () => number;
  private picks = 0;

  constructor(
    proxies: readonly UpstreamProxy[],
    private readonly options: ProxyPoolOptions = {},
  ) {
    this.now = options.now ?? Date.now;
    this.entries = proxies.map((proxy) => ({
      proxy,
      pickedAt: 0,
      outages: 0,
      outUntil: 0,
      failures: 0,
      doubtedFor: undefined,
    }));
  }

  get size(): number {
    return this.entries.length;
  }

  /**
   * The next proxy of the country, else one without a country, else any. Without a requested country: one without a
   * country if healthy, then the US, then any, which reserves the others. If all are down, the one with the shortest
   * remaining back-off. Undefined if `without` excludes all.
   */
  pick(country: string | undefined, without: ReadonlySet<UpstreamProxy> = new Set()): ProxyPick | undefined {
    const left = this.candidates(country).filter(({ proxy }) => !without.has(proxy));
    const now = this.now();
    const healthy = preferred(
      left.filter(({ outUntil }) => outUntil <= now),
      country,
    );
    const next =
      healthy.length > 0 ? least(healthy, ({ pickedAt }) => pickedAt) : least(left, ({ outUntil }) => outUntil);
    if (next === undefined) return undefined;
    this.picks += 1;
    next.pickedAt = this.picks;
    return { proxy: next.proxy, outages: next.outages };
  }

  has(country: string | undefined, without: ReadonlySet<UpstreamProxy>): boolean {
    return this.candidates(country).some(({ proxy }) => !without.has(proxy));
  }

  succeeded({ proxy }: ProxyPick): void {
    const entry = this.entryOf(proxy);
    entry.outUntil = 0;
    entry.failures = 0;
    entry.doubtedFor = undefined;
  }

  failed({ proxy, outages }: ProxyPick, cause: string): void {
    const entry = this.entryOf(proxy);
    if (entry.outages !== outages) return;
    // Already down; picked only because no other proxy was left.
    if (entry.outUntil > this.now()) return;
    entry.outages += 1;
    entry.failures += 1;
    const outMs = backoff(entry.failures, { firstMs: FIRST_OUT_MS, longestMs: LONGEST_OUT_MS });
    entry.outUntil = this.now() + outMs;
    entry.doubtedFor = undefined;
    this.options.onOut?.(proxy, outMs, cause);
  }

  /**
   * `target` was unreachable for an unknown reason. The proxy is considered failed after two consecutive targets, or at
   * once if there is no other proxy to compare with.
   */
  doubted(pick: ProxyPick, target: string, cause: string): void {
    const entry = this.entryOf(pick.proxy);
    if (this.size === 1 || (entry.doubtedFor !== undefined && entry.doubtedFor !== target)) this.failed(pick, cause);
    else entry.doubtedFor = target;
  }

  counts(): { healthy: number; out: number } {
    const now = this.now();
    const out = this.entries.filter(({ outUntil }) => outUntil > now).length;
    return { healthy: this.size - out, out };
  }

  private candidates(country: string | undefined): Entry[] {
    const of = (wanted: string | undefined) => this.entries.filter(({ proxy }) => proxy.country === wanted);
    if (country === undefined) return this.entries;
    const [there, anywhere] = [of(country), of(undefined)];
    if (there.length > 0) return there;
    return anywhere.length > 0 ? anywhere : this.entries;
  }

  private entryOf(proxy: UpstreamProxy): Entry {
    return this.entries.find((entry) => entry.proxy === proxy)!;
  }
}

/** Default visitor countries, in order of preference. */
const HOME = [undefined, 'US'];

function preferred(entries: readonly Entry[], country: string | undefined): readonly Entry[] {
  if (country !== undefined) return entries;
  const groups = HOME.map((home) => entries.filter(({ proxy }) => proxy.country === home));
  return groups.find((group) => group.length > 0) ?? entries;
}

function least(entries: readonly Entry[], measure: (entry: Entry) => number): Entry | undefined {
  return entries.reduce<Entry | undefined>(
    (best, entry) => (best === undefined || measure(entry) < measure(best) ? entry : best),
    undefined,
  );
}
