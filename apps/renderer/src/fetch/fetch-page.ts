import type { PageFailure, ScrapeSpec } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import type { Deadline } from '../bounds/deadline';
import type { Priority } from '../bounds/slots';
import type { EgressRoute, PageProfile } from '../proxy/egress-route';

/** The most redirects of a page, by whichever engine. */
export const MAX_REDIRECTS = 10;

/** What both engines take. */
export interface PageRequest {
  url: string;
  sourceUrl: string;
  spec: ScrapeSpec;
  priority: Priority;
  profile: PageProfile;
  /** Called when a slot is free, before the first byte is sent to the site. Its error rejects the fetch. */
  onStart?(): void;
  /** Absent: straight to the site. */
  route?: EgressRoute;
}

/** A page that could not be fetched is a value. A rejection is the deadline's, or a fault of ours. */
export type FetchOutcome =
  | { kind: 'capture'; capture: Capture }
  | {
      kind: 'failed';
      failure: PageFailure;
      /** The answer for the main document, when there was one and something else failed. */
      answer?: { status: number; headers: Record<string, string> };
    };

export interface PageFetcher {
  fetch(request: PageRequest, deadline: Deadline): Promise<FetchOutcome>;
}
