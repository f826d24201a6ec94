import http from 'node:http';
import type { SecureContext } from 'node:tls';
import { type PageFailure, portOf } from '@orbweaver/core';
import type { LRUCache } from 'lru-cache';
import type { EgressGuard } from '../address/egress-guard';
import type { EgressRoutes } from '../proxy-pools/egress-routes';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { isProxyFailure } from './proxy-failure';
import { UpstreamAgent } from './upstream-agent';
import { assertMayPass, type UpstreamRoute } from './upstream-route';

export interface WaysOutOptions {
  guard: EgressGuard;
  routes: EgressRoutes;
  /** The proxy of the page, used except for hosts of NO_PROXY. */
  chosen: UpstreamProxy | undefined;
  secureContext: SecureContext | undefined;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  malformedTargets: LRUCache<string, true>;
}

/** The upstream of each target, with one pool of connections per upstream. */
export class WaysOut {
  private readonly agents = new Map<UpstreamProxy | undefined, http.Agent>();

  constructor(private readonly options: WaysOutOptions) {}

  get hasProxies(): boolean {
    return this.options.chosen !== undefined || this.options.routes.hasProxies;
  }

  /** @throws EgressError if the target is blocked */
  async to(url: URL): Promise<UpstreamRoute> {
    const { routes, chosen, ...shared } = this.options;
    const pick = await routes.pick(url, chosen);
    const upstream = pick?.proxy;
    await assertMayPass({ guard: shared.guard, upstream }, url.hostname.replace(/^\[(.*)\]$/, '$1'), portOf(url));
    const failed = (failure: PageFailure) => {
      if (pick !== undefined && isProxyFailure(failure) && failure.isCertain) routes.failed(pick, failure.message);
    };
    return { ...shared, upstream, agent: this.agentOf(upstream), failed };
  }

  close(): void {
    for (const agent of this.agents.values()) agent.destroy();
  }

  private agentOf(upstream: UpstreamProxy | undefined): http.Agent {
    const { idleTimeoutMs, connectTimeoutMs, guard, secureContext } = this.options;
    const options = { keepAlive: true, timeout: idleTimeoutMs };
    const agent =
      this.agents.get(upstream) ??
      (upstream === undefined
        ? new http.Agent(options)
        : new UpstreamAgent(upstream, { connectTimeoutMs, guard, secureContext }, options));
    this.agents.set(upstream, agent);
    return agent;
  }
}
