import type { PageFailure, PageFailureReason, ScrapeSpec } from '@orbweaver/core';
import {
  type EgressGuard,
  type ForwardProxy,
  failureDetail,
  isProxyFailure,
  type ProxyPick,
  ProxyPool,
  startForwardProxy,
  type UpstreamProxy,
} from '@orbweaver/egress';
import type { EventLog } from '@orbweaver/platform';
import type { PageProfile, Route } from './fetch/fetch-page';
import type { ProxyAttemptResult, RendererMetrics } from './renderer-metrics';

export type ProxyKind = 'basic' | 'stealth';

/** How one look at a page goes out. */
export interface WayOut {
  profile: PageProfile;
  /** Absent: straight to the site. */
  route?: Route;
  /** For the caller: what of his wishes this way does not fulfil. */
  warnings: string[];
}

export interface WaysOutOptions {
  basic: readonly UpstreamProxy[];
  stealth: readonly UpstreamProxy[];
  guard: EgressGuard;
  metrics: RendererMetrics;
  log: EventLog;
}

/** How many proxies may fail a page before it is put back. */
const MAX_PROXIES_A_PAGE = 3;
/** How often one may fail the same page for a cause that may be another's. */
const MAX_DOUBTS_A_PAGE = 2;

/** They say nothing about the proxy: it was not asked, or not listened to. */
const NOT_ABOUT_THE_WAY: ReadonlySet<PageFailureReason> = new Set([
  'egress-denied',
  'browser-crashed',
  'timed-out',
  'cancelled',
  'invalid-url',
]);

/** A host that the guard refused was not asked for through the proxy either, whatever callers are told. */
function isAboutTheWay(failure: PageFailure): boolean {
  return !NOT_ABOUT_THE_WAY.has(failure.reason) && failureDetail(failure) === undefined;
}

/** The proxies that have failed a page, over all tries of it. */
export class FailedProxies {
  private readonly doubts = new Map<UpstreamProxy, number>();
  /** Those that are of no more use to the page. */
  readonly spent = new Set<UpstreamProxy>();

  add(proxy: UpstreamProxy, { isCertain }: { isCertain: boolean }): void {
    const doubts = (this.doubts.get(proxy) ?? 0) + 1;
    this.doubts.set(proxy, doubts);
    if (isCertain || doubts >= MAX_DOUBTS_A_PAGE) this.spent.add(proxy);
  }
}

/** Of what becomes of a look at a page, the proxies are concerned with its failure only. */
type Sight = { kind: string; failure?: PageFailure };

/** The proxies of the operator, and who of them is trusted at the moment. */
export class WaysOut {
  private readonly pools: Record<ProxyKind, ProxyPool>;
  /** For the browser, which never hears of a proxy's credentials. One for each proxy that was used. */
  private readonly forwardProxies = new Map<UpstreamProxy, Promise<ForwardProxy>>();

  constructor(private readonly options: WaysOutOptions) {
    const poolOf = (kind: ProxyKind, proxies: readonly UpstreamProxy[]) =>
      new ProxyPool(proxies, {
        onOut: ({ position }, outMs, cause) => options.log.warn('proxy-out', { kind, position, outMs, cause }),
      });
    this.pools = { basic: poolOf('basic', options.basic), stealth: poolOf('stealth', options.stealth) };
    options.metrics.watchProxies(this.pools);
  }

  /**
   * Looks at a page by a way of the kind: through one of its proxies, and when the proxy fails, at once through another.
   * Without a proxy of the kind `stealth` is the hardened profile on the basic way, and `basic` goes straight.
   *
   * `failed`: those of earlier tries of the page, which are left out as far as there are others; it is added to.
   */
  async take<T extends Sight>(
    kind: ProxyKind,
    { url, spec }: { url: string; spec: ScrapeSpec },
    look: (way: WayOut) => Promise<T>,
    failed = new FailedProxies(),
  ): Promise<T> {
    const profile = kind === 'stealth' ? 'stealth' : 'plain';
    const usedKind = this.usedKind(kind);
    const warnings = usedKind !== kind && spec.proxy === 'stealth' ? [NO_STEALTH_PROXY] : [];
    const country = countryOf(spec);
    const pool = this.pools[usedKind];
    if (pool.size === 0) {
      return await look({ profile, warnings: [...warnings, ...countryWarning(country, undefined)] });
    }
    const target = URL.canParse(url) ? new URL(url).hostname : url;
    const tried = new Set<UpstreamProxy>();
    const doubted: { pick: ProxyPick; cause: string }[] = [];
    const doubt = () => {
      for (const { pick, cause } of doubted) pool.doubted(pick, target, cause);
    };
    let last: T | undefined;
    while (tried.size < MAX_PROXIES_A_PAGE) {
      const others = pool.pick(country, new Set([...tried, ...failed.spent]));
      const pick = others ?? (last === undefined ? pool.pick(country) : undefined);
      if (pick === undefined) break;
      tried.add(pick.proxy);
      const route: Route = {
        proxyUsed: usedKind,
        proxy: pick.proxy,
        forwardProxy: () => this.forwardProxyOf(pick.proxy),
        wasSilent: () => pool.doubted(pick, target, 'ERR_TIMED_OUT'),
      };
      const said = [...warnings, ...countryWarning(country, pick.proxy)];
      try {
        last = await look({ profile, route, warnings: said });
      } catch (error) {
        doubt();
        throw error;
      }
      const { failure } = last;
      this.options.metrics.countProxyAttempt(usedKind, resultOf(failure));
      if (failure === undefined || !isProxyFailure(failure)) {
        if (failure === undefined || isAboutTheWay(failure)) pool.succeeded(pick);
        // Another proxy reached what these did not.
        if (failure === undefined) for (const other of doubted) pool.failed(other.pick, other.cause);
        return last;
      }
      // Its last word, as the browser says it: a log names no target.
      const cause = failure.message.split(': ').at(-1) ?? '';
      failed.add(pick.proxy, failure);
      if (failure.isCertain) pool.failed(pick, cause);
      else doubted.push({ pick, cause });
    }
    doubt();
    return withoutVerdict(last!, country, [...tried]);
  }

  /** Whether there is a proxy that has not failed the page for good. */
  hasAnother(kind: ProxyKind, spec: ScrapeSpec, failed: FailedProxies): boolean {
    return this.pools[this.usedKind(kind)].has(countryOf(spec), failed.spent);
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.forwardProxies.values());
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
  }

  private usedKind(kind: ProxyKind): ProxyKind {
    return kind === 'stealth' && this.pools.stealth.size === 0 ? 'basic' : kind;
  }

  private forwardProxyOf(upstream: UpstreamProxy): Promise<ForwardProxy> {
    const known = this.forwardProxies.get(upstream);
    if (known !== undefined) return known;
    const starting = startForwardProxy({ guard: this.options.guard, upstream });
    this.forwardProxies.set(upstream, starting);
    // A port that could not be opened is tried again by the next page.
    starting.catch(() => this.forwardProxies.delete(upstream));
    return starting;
  }
}

/** What was said of a way that is also true for whoever gets the page from the cache, which is nobody who asked for stealth. */
export function lastingWarnings({ warnings }: WayOut): string[] {
  return warnings.filter((warning) => warning !== NO_STEALTH_PROXY);
}

const NO_STEALTH_PROXY =
  'No stealth proxy is configured: the page was shown to a hardened browser, by the basic way out.';

const countryOf = ({ location }: ScrapeSpec): string | undefined =>
  location.country === 'US-generic' ? undefined : location.country;

function countryWarning(country: string | undefined, proxy: UpstreamProxy | undefined): string[] {
  if (country === undefined || proxy?.country === country) return [];
  // From where an installation without proxies goes out is its own affair; US is what everyone is taken for.
  if (country === 'US' && proxy?.country === undefined) return [];
  return [
    `No proxy in ${country} is configured: language and time zone were emulated, the address that the site saw is in another place.`,
  ];
}

function resultOf(failure: PageFailure | undefined): ProxyAttemptResult {
  if (failure === undefined) return 'answered';
  return isProxyFailure(failure) ? 'proxy-failed' : 'target-failed';
}

/** The failure as everyone else knows it. */
function withoutVerdict<T extends Sight>(sight: T, country: string | undefined, tried: readonly UpstreamProxy[]): T {
  const { reason, message } = sight.failure!;
  // Somewhere else is looked only where the country has none.
  const where = country !== undefined && tried[0]?.country === country ? ` in ${country}` : '';
  const count = tried.length > 1 ? ` (${tried.length} were tried; the last one tells)` : '';
  return { ...sight, failure: { reason, message: `No working proxy${where}${count}: ${message}` } };
}
