import type { PageFailure, PageFailureReason, ScrapeSpec } from '@orbweaver/core';
import {
  type EgressGuard,
  type ForwardProxy,
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

/** They say nothing about the proxy: it was not asked, or not listened to. */
const NOT_ABOUT_THE_WAY: ReadonlySet<PageFailureReason> = new Set([
  'egress-denied',
  'browser-crashed',
  'timed-out',
  'cancelled',
  'invalid-url',
]);

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
   */
  async take<T extends Sight>(
    kind: ProxyKind,
    { url, spec }: { url: string; spec: ScrapeSpec },
    look: (way: WayOut) => Promise<T>,
  ): Promise<T> {
    const profile = kind === 'stealth' ? 'stealth' : 'plain';
    const lacksStealth = kind === 'stealth' && this.pools.stealth.size === 0;
    const usedKind = lacksStealth ? 'basic' : kind;
    const warnings = lacksStealth && spec.proxy === 'stealth' ? [NO_STEALTH_PROXY] : [];
    const country = spec.location.country === 'US-generic' ? undefined : spec.location.country;
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
      const pick = pool.pick(country, tried);
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
        if (failure === undefined || !NOT_ABOUT_THE_WAY.has(failure.reason)) pool.succeeded(pick);
        // Another proxy reached what these did not.
        if (failure === undefined) for (const other of doubted) pool.failed(other.pick, other.cause);
        return last;
      }
      // Its last word, as the browser says it: a log names no target.
      const cause = failure.message.split(': ').at(-1) ?? '';
      if (failure.isCertain) pool.failed(pick, cause);
      else doubted.push({ pick, cause });
    }
    doubt();
    return withoutVerdict(last!, tried.size);
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.forwardProxies.values());
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
  }

  private forwardProxyOf(upstream: UpstreamProxy): Promise<ForwardProxy> {
    const known = this.forwardProxies.get(upstream);
    if (known !== undefined) return known;
    const starting = startForwardProxy({ guard: this.options.guard, upstream, requireCredential: false });
    this.forwardProxies.set(upstream, starting);
    // A port that could not be opened is tried again by the next page.
    starting.catch(() => this.forwardProxies.delete(upstream));
    return starting;
  }
}

const NO_STEALTH_PROXY =
  'No stealth proxy is configured: the page was shown to a hardened browser, by the basic way out.';

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
function withoutVerdict<T extends Sight>(sight: T, tried: number): T {
  const { reason, message } = sight.failure!;
  const said = tried > 1 ? `${tried} proxies were tried. The last one: ${message}` : message;
  return { ...sight, failure: { reason, message: said } };
}
