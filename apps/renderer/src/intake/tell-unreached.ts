import type { RenderPage } from '@orbweaver/contracts';
import type { PageFailure } from '@orbweaver/core';
import { type Denial, denialOf, failureDetail } from '@orbweaver/egress';
import { currentWork, isEphemeral } from '@orbweaver/messaging';
import type { EventLog } from '@orbweaver/platform';
import type { RendererMetrics } from '../renderer-metrics';

/** Why hosts were not connected to is told to the operator, in the log and in figures: callers may not know it. */
interface Telling {
  log: EventLog;
  metrics: RendererMetrics;
}

/** Of the page itself. */
export function tellFailure({ pageId, jobId }: RenderPage, failure: PageFailure, { log, metrics }: Telling): void {
  const denial = denialOf(failure);
  if (denial !== undefined) metrics.countDeniedJob(jobId, denial.cause);
  const detail = failureDetail(failure);
  if (detail !== undefined && !isEphemeral()) log.info('host-not-reached', { pageId, jobId, detail });
}

/** Servers (host and port) in a line; a page may try thousands. */
const MAX_SERVERS_TOLD = 5;

/** Of a page in the browser and its parts: what the guard refused to them. The ids are those of the work. */
export function tellDenials(denials: readonly Denial[], { log, metrics }: Telling): void {
  const jobId = currentWork()?.ids.jobId;
  if (jobId !== undefined)
    for (const cause of new Set(denials.map((denial) => denial.cause))) metrics.countDeniedJob(jobId, cause);
  if (isEphemeral()) return;
  const told = denials.slice(0, MAX_SERVERS_TOLD).map(({ detail }) => detail);
  log.info('host-not-reached', { detail: told.join('; '), servers: denials.length });
}
