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
 * The page cache entry of a stored page; undefined if it must not be cached. The job decides which teams may read it,
 * because renderers run hostile pages. `url`: the requested URL; `perTeam`: pages are not shared between teams.
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
    // A bot check may have status 200.
    succeeded: isSuccess(capture.status) && body !== undefined,
    url,
    isPdf: capture.isPdf,
    // A page with a future date would always be the newest.
    capturedAt: new Date(Math.min(capturedAt, renderedAt, nowMs)),
    capture,
    ...(body && { body }),
    ...(body && screenshot && { screenshot }),
  };
}
