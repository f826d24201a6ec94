export { type EgressFailure, failureDetail, withoutDetail } from './address/egress-failure';
export {
  createEgressGuard,
  type EgressGuard,
  type EgressGuardOptions,
  type Resolution,
  type Resolver,
} from './address/egress-guard';
export type { HostAddress } from './address/host-address';
export { type HostList, parseHostList } from './address/host-list';
export { isGlobalAddress } from './address/is-global-address';
export { createHttpClient, type HttpClient, type HttpClientOptions } from './http/http-client';
export {
  BrokenBodyError,
  type HttpOpening,
  type HttpRequest,
  type HttpResponse,
  type HttpResult,
} from './http/http-exchange';
export { resolveBySystem } from './names/name-resolver';
export { type ForwardProxy, type ForwardProxyOptions, startForwardProxy } from './proxy/forward-proxy';
export { isProxyFailure, type ProxyFailure } from './proxy/proxy-failure';
export type { Excess, PassOptions, ProxyPass, SeenTargets } from './proxy/proxy-pass';
export { targetOf } from './proxy/target';
export { REFUSAL_HEADER } from './proxy/upstream-route';
export { parseProxyList } from './proxy-pools/parse-proxy-list';
export { type ProxyPick, ProxyPool } from './proxy-pools/proxy-pool';
export { UpstreamProxy } from './proxy-pools/upstream-proxy';
export { fetchRobots, type RobotsFetch, type RobotsFetchOptions } from './robots/fetch-robots';
export { DEFAULT_PRODUCT_TOKEN, RobotsRules } from './robots/robots-rules';
export { readSitemaps, type SitemapBatch, type SitemapOptions } from './sitemap/read-sitemaps';
