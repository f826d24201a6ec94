import type { Deadline } from './deadline';
import type { PageEngine } from './page-result';
import type { FailedProxies, WayOut } from './ways-out';

/** On what terms a page is looked at. */
export interface Terms {
  deadline: Deadline;
  failedProxies: FailedProxies;
  /** Whether a page that looks like a refusal is held until another way out was tried. */
  holdsBlocked?: boolean;
}

export interface Visit extends Terms {
  way: WayOut;
}

export interface Look extends Visit {
  engine: PageEngine;
  /** Whether a page that scripts would fill is worth a browser. */
  detectShell?: boolean;
  /** When the page came back. Milliseconds since 1970; absent: it was not fetched. */
  capturedAt?: number;
  /** For the caller, beside those of the capture. */
  warnings?: string[];
}
