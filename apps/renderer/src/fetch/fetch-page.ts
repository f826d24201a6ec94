import type { PageFailure, ScrapeSpec } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import type { Deadline } from '../deadline';
import type { Priority } from '../slots';

/** What both engines are asked. */
export interface PageRequest {
  url: string;
  sourceUrl: string;
  spec: ScrapeSpec;
  priority: Priority;
}

/** A page that could not be fetched is a value; a rejection is the deadline's, or a fault of ours. */
export type FetchResult = { kind: 'capture'; capture: Capture } | { kind: 'failed'; failure: PageFailure };

export interface PageFetcher {
  fetch(request: PageRequest, deadline: Deadline): Promise<FetchResult>;
}
