import type { PageFailure, ScrapeSpec } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import type { Deadline } from '../bounds/deadline';
import type { Priority } from '../bounds/slots';
import type { EgressRoute, PageProfile } from '../proxy/egress-route';

export const MAX_REDIRECTS = 10;

export interface PageRequest {
  url: string;
  sourceUrl: string;
  spec: ScrapeSpec;
  priority: Priority;
  profile: PageProfile;
  /** Called when a slot is free, before the first byte is sent to the site. Its error rejects the fetch. */
  onStart?(): void;
  route?: EgressRoute;
}

/** Failed pages are values. Fetchers reject only at the deadline or for internal errors. */
export type FetchOutcome =
  | { kind: 'capture'; capture: Capture }
  | {
      kind: 'failed';
      failure: PageFailure;
      answer?: { status: number; headers: Record<string, string> };
    };

export interface PageFetcher {
  fetch(request: PageRequest, deadline: Deadline): Promise<FetchOutcome>;
}
