import type { RenderPage } from '@orbweaver/contracts';
import { isSameSite, type ScrapeSpec } from '@orbweaver/core';
import type { LeasedPage } from '@orbweaver/persistence';
import type { CompiledJob, FrontierSpec } from '../jobs/compiled-jobs';
import { followsLinks, refusalOfStart } from '../outcomes/page-states';

/** Reserved for the outcome of a page that used its whole time limit. */
const RETURN_MS = 2_000;

export function renderPageMessage(page: LeasedPage, compiled: CompiledJob): RenderPage {
  const { crawl, spec } = compiled;
  return {
    type: 'RenderPage',
    pageId: page.id,
    jobId: page.jobId,
    teamId: page.teamId,
    kind: page.kind,
    url: page.url,
    sourceUrl: page.sourceUrl,
    spec: optionsFor(page.url, spec),
    depth: page.depth,
    epoch: page.epoch,
    attempt: page.attempt,
    deferrals: page.deferrals,
    deadlineAt: Math.floor(page.leaseUntilMs - RETURN_MS),
    waitedMs: Math.round(page.waitedMs),
    ...compiled.mark,
    ...(page.isHidden ? { hidden: true } : {}),
    ...(crawl === undefined
      ? {}
      : {
          crawl: {
            wantsDocument: refusalOfStart(compiled, page) === undefined,
            dedup: {
              ignoreQueryParameters: crawl.scope.ignoreQueryParameters,
              deduplicateSimilarURLs: crawl.scope.deduplicateSimilarURLs,
            },
            // Links beyond the limit are stored, because they replace failed pages; those beyond the depth are explained.
            wantsOutlinks: followsLinks(compiled, page),
          },
        }),
  };
}

/** Headers that are no secrets. They are sent to all sites, as after a redirect to another origin. */
const OPEN_HEADERS = /^(?:user-agent|referer)$/i;

/** Removes the caller's headers, which may contain credentials for the crawled site, for pages of other sites. */
function optionsFor(url: string, spec: FrontierSpec): ScrapeSpec {
  const { scrape } = spec;
  const given = Object.entries(scrape.headers);
  const isOwn = spec.kind === 'batch' || given.length === 0 || isSameSite(new URL(url), new URL(spec.url));
  if (isOwn) return scrape;
  const open = given.filter(([name]) => OPEN_HEADERS.test(name.trim()));
  return { ...scrape, headers: Object.fromEntries(open) };
}
