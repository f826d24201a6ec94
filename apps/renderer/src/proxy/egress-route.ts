import type { ForwardProxy, UpstreamProxy } from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';

/** `basic`: the operator's basic proxies, or a direct connection. `stealth`: a hardened browser and the stealth proxies. */
export type RouteKind = 'basic' | 'stealth';

/** `stealth`: the browser hides automation. No effect on plain HTTP. */
export type PageProfile = 'plain' | 'stealth';

export interface EgressRoute {
  proxyUsed: Capture['proxyUsed'];
  proxy: UpstreamProxy;
  forwardProxy(): Promise<ForwardProxy>;
  /** Reports that the proxy sent nothing before the time limit of the page. */
  wasSilent(): void;
}

export interface PageRoute {
  profile: PageProfile;
  route?: EgressRoute;
  warnings: string[];
}
