import type { ForwardProxy, UpstreamProxy } from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';

/** `basic`: the operator's basic proxies, or a direct connection. `stealth`: a hardened browser and the stealth proxies. */
export type RouteKind = 'basic' | 'stealth';

/** `stealth`: the browser hides automation. No effect on plain HTTP. */
export type PageProfile = 'plain' | 'stealth';

/** The route of one page through one proxy of the operator. */
export interface EgressRoute {
  proxyUsed: Capture['proxyUsed'];
  /** For the HTTP client. */
  proxy: UpstreamProxy;
  /** For a browser context: a local proxy that forwards to the proxy. */
  forwardProxy(): Promise<ForwardProxy>;
  /** Reports that the proxy sent nothing before the time limit of the page. */
  wasSilent(): void;
}

/** How one page reaches its site. */
export interface PageRoute {
  profile: PageProfile;
  /** Absent: a direct connection. */
  route?: EgressRoute;
  /** Requested properties that this route lacks. */
  warnings: string[];
}
