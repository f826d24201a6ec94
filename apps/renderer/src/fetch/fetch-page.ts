import type { PageFailure, ScrapeSpec } from '@orbweaver/core';
import type { ForwardProxy, UpstreamProxy } from '@orbweaver/egress';
import type { Capture } from '@orbweaver/extraction';
import type { Deadline } from '../deadline';
import type { Priority } from '../slots';

/** From the address asked for to the page, whatever engine follows them. */
export const MAX_REDIRECTS = 10;

/** What both engines are asked. */
export interface PageRequest {
  url: string;
  sourceUrl: string;
  spec: ScrapeSpec;
  priority: Priority;
  /** `stealth`: the browser gives away as little as it can that a program drives it. The HTTP engine knows no difference. */
  profile: PageProfile;
  /** Absent: straight to the site. */
  route?: Route;
}

export type PageProfile = 'plain' | 'stealth';

/** Through one proxy of the operator's, with everything that belongs to the page. */
export interface Route {
  proxyUsed: Capture['proxyUsed'];
  /** For our own client. */
  proxy: UpstreamProxy;
  /** For a context of the browser: a local port that leads to the proxy. */
  forwardProxy(): Promise<ForwardProxy>;
  /** Tells that nothing came by this way until the time of the page was over. */
  wasSilent(): void;
}

/** A page that could not be fetched is a value; a rejection is the deadline's, or a fault of ours. */
export type FetchResult =
  | { kind: 'capture'; capture: Capture }
  | {
      kind: 'failed';
      failure: PageFailure;
      /** Of the page's main document, where there was one and something else failed. */
      answer?: { status: number; headers: Record<string, string> };
    };

export interface PageFetcher {
  fetch(request: PageRequest, deadline: Deadline): Promise<FetchResult>;
}
