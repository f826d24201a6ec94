import type { ForwardProxy, UpstreamProxy } from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';

/** `basic`: as the operator's ordinary proxies, or straight. `stealth`: with a hardened browser, and its own proxies. */
export type RouteKind = 'basic' | 'stealth';

/** `stealth`: the browser hides that a program drives it. The HTTP engine makes no difference. */
export type PageProfile = 'plain' | 'stealth';

/** The way to the site through one proxy of the operator, for one page. */
export interface EgressRoute {
  proxyUsed: Capture['proxyUsed'];
  /** For our own client. */
  proxy: UpstreamProxy;
  /** For a context of the browser: a local port that leads to the proxy. */
  forwardProxy(): Promise<ForwardProxy>;
  /** Reports that the proxy sent nothing before the page's time ran out. */
  wasSilent(): void;
}

/** How one page reaches its site. */
export interface PageRoute {
  profile: PageProfile;
  /** Absent: straight to the site. */
  route?: EgressRoute;
  /** What the caller asked for and this route does not give. */
  warnings: string[];
}
