export { type Denial, denialOf, explainBlockedRedirect, failureDetail, withoutDetail } from './address/egress-failure';
export {
  createEgressGuard,
  type EgressGuard,
  type Resolver,
} from './address/egress-guard';
export { createHttpClient, type HttpClient } from './http/http-client';
export type { HttpRequest } from './http/http-exchange';
export { tooManyRedirects } from './http/redirect';
export { createServiceFetch, type ServiceFetch } from './http/service-fetch';
export { resolveBySystem } from './names/name-resolver';
export { type ForwardProxy, startForwardProxy } from './proxy/forward-proxy';
export { isProxyFailure } from './proxy/proxy-failure';
export type { Excess, PassOptions, ProxyPass, SeenTargets } from './proxy/proxy-pass';
export { targetOf } from './proxy/refusal-memory';
export { REFUSAL_HEADER } from './proxy/upstream-route';
export { EgressRoutes, type ProxySettings } from './proxy-pools/egress-routes';
export { NoProxy } from './proxy-pools/no-proxy';
export { parseProxyList } from './proxy-pools/parse-proxy-list';
export { type ProxyPick, ProxyPool } from './proxy-pools/proxy-pool';
export { UpstreamProxy } from './proxy-pools/upstream-proxy';
export { fetchRobots } from './robots/fetch-robots';
export { RobotsRules } from './robots/robots-rules';
export { readSitemaps, type SitemapBatch } from './sitemap/read-sitemaps';
