import type { RenderPage } from '@orbweaver/contracts';
import { isSameSite, type ScrapeSpec } from '@orbweaver/core';
import type { LeasedPage } from '@orbweaver/persistence';
import type { CompiledJob, FrontierSpec } from '../jobs/compiled-jobs';
import { followsLinks, refusalOfStart } from '../outcomes/page-states';

/** The outcome of a page that used all its time must arrive before the lease ends. */
const RETURN_MS = 2_000;

/** The message that asks a renderer for a leased page. */
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
            // Links beyond the limit are still wanted: they replace pages that fail. Links beyond the depth are wanted
            // too: the explanation names them as refused.
            wantsOutlinks: followsLinks(compiled, page),
          },
        }),
  };
}

/** What no site takes for a secret: it goes along everywhere, as after a redirect to another origin. */
const OPEN_HEADERS = /^(?:user-agent|referer)$/i;

/** The caller's headers may open the crawled site, so they stay behind when an external link leads to another one. */
function optionsFor(url: string, spec: FrontierSpec): ScrapeSpec {
  const { scrape } = spec;
  const given = Object.entries(scrape.headers);
  const isOwn = spec.kind === 'batch' || given.length === 0 || isSameSite(new URL(url), new URL(spec.url));
  if (isOwn) return scrape;
  const open = given.filter(([name]) => OPEN_HEADERS.test(name.trim()));
  return { ...scrape, headers: Object.fromEntries(open) };
}
