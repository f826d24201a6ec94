import type { RenderPage } from '@orbweaver/contracts';
import type { PageFailure } from '@orbweaver/core';
import { type Denial, denialOf, failureDetail } from '@orbweaver/egress';
import { currentWork, isEphemeral } from '@orbweaver/messaging';
import type { EventLog } from '@orbweaver/platform';
import type { RendererMetrics } from '../renderer-metrics';

/** Denied hosts are reported to the operator only, in log and metrics: callers must not learn internal addresses. */
interface Reporting {
  log: EventLog;
  metrics: RendererMetrics;
}

export function reportFailure({ pageId, jobId }: RenderPage, failure: PageFailure, { log, metrics }: Reporting): void {
  const denial = denialOf(failure);
  if (denial !== undefined) metrics.countDeniedJob(jobId, denial.cause);
  const detail = failureDetail(failure);
  if (detail !== undefined && !isEphemeral()) log.info('host-not-reached', { pageId, jobId, detail });
}

const MAX_LOGGED_SERVERS = 5;

/** Reports the requests of a page in the browser that the guard denied. Ids are those of the current work. */
export function reportDenials(denials: readonly Denial[], { log, metrics }: Reporting): void {
  const jobId = currentWork()?.ids.jobId;
  if (jobId !== undefined)
    for (const cause of new Set(denials.map((denial) => denial.cause))) metrics.countDeniedJob(jobId, cause);
  if (isEphemeral()) return;
  const details = denials.slice(0, MAX_LOGGED_SERVERS).map(({ detail }) => detail);
  log.info('host-not-reached', { detail: details.join('; '), servers: denials.length });
}
