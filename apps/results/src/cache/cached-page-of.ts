import type { PageDocument } from '@orbweaver/contracts';
import {
  cacheAudience,
  captureKind,
  isSuccess,
  isVerified,
  mayWriteCache,
  parseUrl,
  type ScrapeSpec,
} from '@orbweaver/core';
import { cacheKeyHash, type NewCachedPage } from '@orbweaver/persistence';

/**
 * The page cache's copy of a stored page; undefined: none. The job decides which teams may read it: renderers run
 * hostile pages and are not believed. `url`: where the job sent the renderer; `perTeam`: no page is shared with other
 * teams.
 */
export function cachedPageOf(
  message: PageDocument,
  {
    url,
    spec,
    teamId,
    nowMs,
    perTeam,
  }: { url: string; spec: ScrapeSpec; teamId: string; nowMs: number; perTeam: boolean },
): NewCachedPage | undefined {
  const { captureBody: body, captureScreenshot: screenshot, renderedAt } = message;
  if (message.capture === undefined) return undefined;
  const { capturedAt = renderedAt, isPublic = false, ...capture } = message.capture;
  const question = { url, spec, teamId };
  if (parseUrl(url) === undefined || parseUrl(capture.url) === undefined || !mayWriteCache(question)) return undefined;
  const audience = cacheAudience({ url, finalUrl: capture.url, isPublic }, perTeam);
  return {
    key: cacheKeyHash(question, audience),
    otherKey: cacheKeyHash(question, audience === 'team' ? 'everyone' : 'team'),
    look: captureKind(spec, capture.engine, screenshot !== undefined),
    verified: isVerified(url, capture.url, spec),
    // A bot check may answer with status 200.
    succeeded: isSuccess(capture.status) && body !== undefined,
    url,
    isPdf: capture.isPdf,
    // A page with a future date would stay the newest for ever.
    capturedAt: new Date(Math.min(capturedAt, renderedAt, nowMs)),
    capture,
    ...(body && { body }),
    ...(body && screenshot && { screenshot }),
  };
}
