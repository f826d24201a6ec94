import { backoff } from '@orbweaver/core';
import type { UpstreamProxy } from './upstream-proxy';

/** How long a proxy is left alone that failed, and how long at most when it fails again and again. */
const FIRST_OUT_MS = 30_000;
const LONGEST_OUT_MS = 10 * 60_000;

/** One use of a proxy. */
export interface ProxyPick {
  readonly proxy: UpstreamProxy;
  /** How many outages the proxy had when it was picked: a failure of work that began earlier is no news. */
  readonly outages: number;
}

export interface ProxyPoolOptions {
  /** Milliseconds. Default: Date.now. */
  now?: () => number;
  onOut?: (proxy: UpstreamProxy, outMs: number, cause: string) => void;
}

/** `doubtedFor`: the target that the proxy did not reach, perhaps by its own fault. */
interface Entry {
  readonly proxy: UpstreamProxy;
  pickedAt: number;
  outages: number;
  outUntil: number;
  /** Consecutive outages. */
  failures: number;
  doubtedFor: string | undefined;
}

/**
 * Proxies of one kind, taken in turn. The life of each:
 *
 *   healthy ──failed──► out (30 s, then twice as long each time, up to 10 min) ──time──► healthy again
 *      ▲                 │
 *      └────succeeded────┘   also makes the next time out a short one again
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
   * The next proxy of the country; if the pool has none there, the next one that says no country, and else any.
   * Who asks for no country gets one that says none, if that is healthy, then one in the US, then any: the rest is for
   * those who ask for it. When all are out, the one whose time ends first. Undefined when `without` leaves none.
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

  /** Whether `pick` would give one. */
  has(country: string | undefined, without: ReadonlySet<UpstreamProxy>): boolean {
    return this.candidates(country).some(({ proxy }) => !without.has(proxy));
  }

  succeeded({ proxy }: ProxyPick): void {
    const entry = this.entryOf(proxy);
    entry.outUntil = 0;
    entry.failures = 0;
    entry.doubtedFor = undefined;
  }

  /** `cause` in a word, for the operator. */
  failed({ proxy, outages }: ProxyPick, cause: string): void {
    const entry = this.entryOf(proxy);
    // Pages that were on their way together fail together; that is one outage.
    if (entry.outages !== outages) return;
    // Who is out is tried only where nobody else is left: that it is still out is no news, however often it is found.
    if (entry.outUntil > this.now()) return;
    entry.outages += 1;
    entry.failures += 1;
    const outMs = backoff(entry.failures, { firstMs: FIRST_OUT_MS, longestMs: LONGEST_OUT_MS });
    entry.outUntil = this.now() + outMs;
    entry.doubtedFor = undefined;
    this.options.onOut?.(proxy, outMs, cause);
  }

  /**
   * The proxy did not reach `target`, and nothing says whose fault it was. Two targets one after the other make it the
   * proxy's, and so does one where there is no other proxy that could tell.
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

/** Where the visitor is of whom nobody said where he is, the best first. */
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
