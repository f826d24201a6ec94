import type { SecureContext } from 'node:tls';
import { type PageFailure, type PageFailureReason, parseUrl, type ScrapeSpec } from '@orbweaver/core';
import {
  type EgressGuard,
  type EgressRoutes,
  type ForwardProxy,
  failureDetail,
  isProxyFailure,
  type ProxyPick,
  ProxyPool,
  startForwardProxy,
  type UpstreamProxy,
} from '@orbweaver/egress';
import type { EventLog } from '@orbweaver/platform';
import type { ProxyAttemptResult, RendererMetrics } from '../renderer-metrics';
import type { EgressRoute, PageRoute, RouteKind } from './egress-route';

export interface ProxyRotationOptions {
  basic: readonly UpstreamProxy[];
  stealth: readonly UpstreamProxy[];
  guard: EgressGuard;
  routes: EgressRoutes;
  secureContext: SecureContext | undefined;
  metrics: RendererMetrics;
  log: EventLog;
}

/** Maximum number of proxies tried in one render of a page. */
const MAX_PROXIES_A_PAGE = 3;
/** Failures of a proxy on one page, with a possible cause elsewhere, before the page avoids the proxy. */
const MAX_DOUBTS_A_PAGE = 2;

/** Failures without information about the proxy: it was not used, or its response was not awaited. */
const NOT_ABOUT_THE_PROXY: ReadonlySet<PageFailureReason> = new Set([
  'egress-denied',
  'browser-crashed',
  'timed-out',
  'cancelled',
  'invalid-url',
]);

/** A host that the guard denied was never requested through the proxy. */
function isAboutTheProxy(failure: PageFailure): boolean {
  return !NOT_ABOUT_THE_PROXY.has(failure.reason) && failureDetail(failure) === undefined;
}

export class FailedProxies {
  private readonly doubts = new Map<UpstreamProxy, number>();
  readonly spent = new Set<UpstreamProxy>();

  add(proxy: UpstreamProxy, { isCertain }: { isCertain: boolean }): void {
    const doubts = (this.doubts.get(proxy) ?? 0) + 1;
    this.doubts.set(proxy, doubts);
    if (isCertain || doubts >= MAX_DOUBTS_A_PAGE) this.spent.add(proxy);
  }
}

type RoutedResult = { kind: string; failure?: PageFailure };

export class ProxyRotation {
  private readonly pools: Record<RouteKind, ProxyPool>;
  /** Local forward proxies of the browser, by upstream: the browser never receives a proxy's credentials. */
  private readonly forwardProxies = new Map<UpstreamProxy, Promise<ForwardProxy>>();

  constructor(private readonly options: ProxyRotationOptions) {
    const poolOf = (kind: RouteKind, proxies: readonly UpstreamProxy[]) =>
      new ProxyPool(proxies, {
        onOut: ({ position }, outMs, cause) => options.log.warn('proxy-out', { kind, position, outMs, cause }),
      });
    this.pools = { basic: poolOf('basic', options.basic), stealth: poolOf('stealth', options.stealth) };
    options.metrics.watchProxies(this.pools);
  }

  /**
   * Runs `work` on a route of the kind. When its proxy fails, another one is tried at once. Without stealth proxies,
   * `stealth` uses the hardened profile on a basic route; hosts of NO_PROXY, and all
   * without basic proxies, have no route: they are reached directly or through HTTP_PROXY and HTTPS_PROXY.
   *
   * Proxies in `failed` (earlier renders of the page) are avoided while there are others. New failures are added.
   */
  async useRoute<T extends RoutedResult>(
    kind: RouteKind,
    { url, spec }: { url: string; spec: ScrapeSpec },
    work: (route: PageRoute) => Promise<T>,
    failed = new FailedProxies(),
  ): Promise<T> {
    const profile = kind === 'stealth' ? 'stealth' : 'plain';
    const usedKind = this.usedKind(kind);
    const warnings = usedKind !== kind && spec.proxy === 'stealth' ? [NO_STEALTH_PROXY] : [];
    const country = countryOf(spec);
    const pool = this.pools[usedKind];
    const target = parseUrl(url);
    const isDirect = target !== undefined && this.options.routes.isDirect(target);
    if (pool.size === 0 || isDirect) {
      return await work({ profile, warnings: [...warnings, ...countryWarning(country, undefined)] });
    }
    const host = target?.hostname ?? url;
    const tried = new Set<UpstreamProxy>();
    const doubted: { pick: ProxyPick; cause: string }[] = [];
    const doubt = () => {
      for (const { pick, cause } of doubted) pool.doubted(pick, host, cause);
    };
    let last: T | undefined;
    while (tried.size < MAX_PROXIES_A_PAGE) {
      const others = pool.pick(country, new Set([...tried, ...failed.spent]));
      const pick = others ?? (last === undefined ? pool.pick(country) : undefined);
      if (pick === undefined) break;
      tried.add(pick.proxy);
      const route: EgressRoute = {
        proxyUsed: usedKind,
        proxy: pick.proxy,
        forwardProxy: () => this.forwardProxyOf(pick.proxy),
        wasSilent: () => pool.doubted(pick, host, 'ERR_TIMED_OUT'),
      };
      const routeWarnings = [...warnings, ...countryWarning(country, pick.proxy)];
      try {
        last = await work({ profile, route, warnings: routeWarnings });
      } catch (error) {
        doubt();
        throw error;
      }
      const { failure } = last;
      this.options.metrics.countProxyAttempt(usedKind, resultOf(failure));
      if (failure === undefined || !isProxyFailure(failure)) {
        if (failure === undefined || isAboutTheProxy(failure)) pool.succeeded(pick);
        // This proxy reached the site, so the doubted ones are at fault.
        if (failure === undefined) for (const other of doubted) pool.failed(other.pick, other.cause);
        return last;
      }
      // Only the error code: the log must not contain the target.
      const cause = failure.message.split(': ').at(-1) ?? '';
      failed.add(pick.proxy, failure);
      if (failure.isCertain) pool.failed(pick, cause);
      else doubted.push({ pick, cause });
    }
    doubt();
    return withoutVerdict(last!, country, [...tried]);
  }

  hasAnother(kind: RouteKind, spec: ScrapeSpec, failed: FailedProxies): boolean {
    return this.pools[this.usedKind(kind)].has(countryOf(spec), failed.spent);
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.forwardProxies.values());
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
  }

  private usedKind(kind: RouteKind): RouteKind {
    return kind === 'stealth' && this.pools.stealth.size === 0 ? 'basic' : kind;
  }

  private startForwardProxy(upstream: UpstreamProxy): Promise<ForwardProxy> {
    const { guard, routes, secureContext } = this.options;
    return startForwardProxy({ guard, routes, secureContext, upstream });
  }

  private forwardProxyOf(upstream: UpstreamProxy): Promise<ForwardProxy> {
    const known = this.forwardProxies.get(upstream);
    if (known !== undefined) return known;
    const starting = this.startForwardProxy(upstream);
    this.forwardProxies.set(upstream, starting);
    // The next page retries.
    starting.catch(() => this.forwardProxies.delete(upstream));
    return starting;
  }
}

/** The warnings that also apply to callers who get the page from the cache: they did not request stealth. */
export function lastingWarnings({ warnings }: PageRoute): string[] {
  return warnings.filter((warning) => warning !== NO_STEALTH_PROXY);
}

const NO_STEALTH_PROXY =
  'No stealth proxy is configured: a hardened browser fetched the page through the basic route. Set PROXY_STEALTH to add one.';

const countryOf = ({ location }: ScrapeSpec): string | undefined =>
  location.country === 'US-generic' ? undefined : location.country;

function countryWarning(country: string | undefined, proxy: UpstreamProxy | undefined): string[] {
  if (country === undefined || proxy?.country === country) return [];
  // US is the default visitor country, so it needs no warning.
  if (country === 'US' && proxy?.country === undefined) return [];
  return [
    `No proxy in ${country} is configured: language and time zone were emulated, but the site saw an IP address elsewhere. Add one to PROXY_BASIC or PROXY_STEALTH.`,
  ];
}

function resultOf(failure: PageFailure | undefined): ProxyAttemptResult {
  if (failure === undefined) return 'answered';
  return isProxyFailure(failure) ? 'proxy-failed' : 'target-failed';
}

function withoutVerdict<T extends RoutedResult>(
  result: T,
  country: string | undefined,
  tried: readonly UpstreamProxy[],
): T {
  const { reason, message } = result.failure!;
  // Proxies in other countries are tried only when there is none in the requested one.
  const where = country !== undefined && tried[0]?.country === country ? ` in ${country}` : '';
  const count = tried.length > 1 ? ` (${tried.length} tried; last error follows)` : '';
  return { ...result, failure: { reason, message: `No working proxy${where}${count}: ${message}` } };
}
