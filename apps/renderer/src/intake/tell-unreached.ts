import type { RenderPage } from '@orbweaver/contracts';
import type { PageFailure } from '@orbweaver/core';
import { failureDetail } from '@orbweaver/egress';
import { isEphemeral } from '@orbweaver/messaging';
import type { EventLog } from '@orbweaver/platform';

/** Why hosts were not connected to is told to the operator, in the log alone: callers may not know it. */

/** Of the page itself. */
export function tellFailure({ pageId, jobId }: RenderPage, failure: PageFailure, log: EventLog): void {
  const detail = failureDetail(failure);
  if (detail !== undefined && !isEphemeral()) log.info('host-not-reached', { pageId, jobId, detail });
}

/** Servers (host and port) in a line; a page may try thousands. */
const MAX_SERVERS_TOLD = 5;

/** Of a page in the browser and its parts: what the guard refused to them. The ids are those of the work. */
export function tellDenials(details: readonly string[], log: EventLog): void {
  if (isEphemeral()) return;
  const detail = details.slice(0, MAX_SERVERS_TOLD).join('; ');
  log.info('host-not-reached', { detail, servers: details.length });
}
