import type { PageDocument } from '@orbweaver/contracts';
import { isSuccess, isVerified, lookKind, mayWriteCache, type ScrapeSpec } from '@orbweaver/core';
import { cacheKeyHash, type NewKeptPage } from '@orbweaver/persistence';

/**
 * What the page cache gets of a stored page; undefined: nothing. Everything that decides who may be answered by it is
 * taken from the job, as renderers are not believed: they run hostile pages. `url`: that the job has sent them to.
 */
export function keptPageOf(
  message: PageDocument,
  { url, spec, nowMs }: { url: string; spec: ScrapeSpec; nowMs: number },
): NewKeptPage | undefined {
  const { captureBody: body, captureScreenshot: screenshot, renderedAt } = message;
  if (message.capture === undefined || message.zeroDataRetention === true) return undefined;
  const { capturedAt = renderedAt, ...capture } = message.capture;
  if (!URL.canParse(url) || !URL.canParse(capture.url) || !mayWriteCache({ url, spec })) return undefined;
  return {
    key: cacheKeyHash({ url, spec }),
    look: lookKind(spec, capture.engine, screenshot !== undefined),
    verified: isVerified(url, capture.url, spec),
    // A guard's page may say 200.
    succeeded: isSuccess(capture.status) && body !== undefined,
    url,
    isPdf: capture.isPdf,
    // A page of tomorrow would stay the newest for ever.
    capturedAt: new Date(Math.min(capturedAt, renderedAt, nowMs)),
    capture,
    ...(body && { body }),
    ...(body && screenshot && { screenshot }),
  };
}
