import { isIP } from 'node:net';
import { isGlobalAddress, portOf } from '@orbweaver/core';
import type { HostAddress } from '../names/hosts-file';
import { resolveBySystem } from '../names/name-resolver';
import { NoProxy } from './no-proxy';
import { type ProxyPick, ProxyPool } from './proxy-pool';
import type { UpstreamProxy } from './upstream-proxy';

export interface ProxySettings {
  /** PROXY_BASIC */
  basic: readonly UpstreamProxy[];
  /** HTTP_PROXY, for http URLs. */
  http?: UpstreamProxy | undefined;
  /** HTTPS_PROXY, for https URLs. */
  https?: UpstreamProxy | undefined;
  noProxy: NoProxy;
}

/**
 * `sites`: pages, robots.txt, sitemaps. PROXY_BASIC, else HTTP_PROXY or HTTPS_PROXY.
 * `services`: webhooks, language model, search engine. HTTP_PROXY or HTTPS_PROXY, else PROXY_BASIC; hosts with a private
 * address are reached without PROXY_BASIC, whose proxies are usually outside the network.
 */
type RouteUse = 'sites' | 'services';

type Resolve = (hostname: string) => Promise<readonly HostAddress[]>;

/** Decides how each URL is reached: by which proxy, or directly. NO_PROXY has precedence over every proxy. */
export class EgressRoutes {
  private readonly pool: ProxyPool;
  private readonly owned: ReadonlySet<UpstreamProxy>;

  constructor(
    private readonly settings: ProxySettings,
    private readonly use: RouteUse,
    private readonly resolve: Resolve = resolveBySystem,
  ) {
    this.pool = new ProxyPool(settings.basic);
    this.owned = new Set(settings.basic);
  }

  get hasProxies(): boolean {
    const { basic, http, https } = this.settings;
    return basic.length > 0 || http !== undefined || https !== undefined;
  }

  isDirect(url: URL): boolean {
    return this.settings.noProxy.has(url.hostname, portOf(url));
  }

  /**
   * The proxy for a URL; undefined: a direct connection. `chosen` replaces the configured proxies, but not NO_PROXY.
   * Proxies in `without` are avoided while there are others.
   */
  async pick(url: URL, chosen?: UpstreamProxy, without?: ReadonlySet<UpstreamProxy>): Promise<ProxyPick | undefined> {
    if (this.isDirect(url)) return undefined;
    if (chosen !== undefined) return { proxy: chosen, outages: 0 };
    const { http, https } = this.settings;
    const ofScheme = url.protocol === 'http:' ? http : https;
    const system = ofScheme && { proxy: ofScheme, outages: 0 };
    if (this.use === 'sites') return this.pickBasic(without) ?? system;
    if (system !== undefined) return system;
    if (this.pool.size === 0 || (await this.isPrivate(url.hostname))) return undefined;
    return this.pickBasic(without);
  }

  succeeded(pick: ProxyPick): void {
    if (this.owned.has(pick.proxy)) this.pool.succeeded(pick);
  }

  /** Takes a proxy of PROXY_BASIC out of the rotation for some time. */
  failed(pick: ProxyPick, cause: string): void {
    if (this.owned.has(pick.proxy)) this.pool.failed(pick, cause);
  }

  private pickBasic(without?: ReadonlySet<UpstreamProxy>): ProxyPick | undefined {
    return this.pool.pick(undefined, without) ?? this.pool.pick(undefined);
  }

  /** Whether the name resolves here to a private address. Names that only the proxy resolves do not. */
  private async isPrivate(hostname: string): Promise<boolean> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0) return !isGlobalAddress(host);
    const found = await this.resolve(host).catch(() => []);
    return found.some(({ address }) => !isGlobalAddress(address));
  }
}

export const directRoutes = (): EgressRoutes => new EgressRoutes({ basic: [], noProxy: new NoProxy('') }, 'sites');
