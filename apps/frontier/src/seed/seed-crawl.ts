import { Inject, Injectable } from '@nestjs/common';
import { adoptCrawlDelay, isStoreUnavailable } from '@orbweaver/persistence';
import { type EventLog, LOG } from '@orbweaver/platform';
import { type CompiledJob, CompiledJobs } from '../compiled-jobs';
import { Admission, inChunks, roomOf } from '../pages/admission';
import { FrontierJobChanges } from '../pages/frontier-job-changes';
import { judgeCandidates } from '../pages/judge-candidates';
import { isPause, RobotsCache } from '../site/robots-cache';
import { type RobotsPolicy, SITEMAP_SOURCE, type SitemapSource } from '../site/site-ports';
import { SeedAdmission } from './seed-admission';
import { sitemapPlaces } from './sitemap-places';

/** All sitemaps of a crawl together. */
const SITEMAPS_MS = 120_000;
/** A site may list more than any crawl will visit; each one costs a row. */
const MAX_SITEMAP_URLS = 500_000;
/** A crawl delay beyond this would keep a crawl from ever ending. */
const MAX_CRAWL_DELAY_SECONDS = 300;

const NO_RULES: RobotsPolicy = { isAllowed: () => true, sitemaps: [] };

/** The URLs a crawl begins with: the start URL, dispatched at once, then those of the site's sitemaps. */
@Injectable()
export class SeedCrawl {
  constructor(
    @Inject(LOG) private readonly log: EventLog,
    @Inject(SITEMAP_SOURCE) private readonly sitemaps: SitemapSource,
    private readonly plans: CompiledJobs,
    private readonly robots: RobotsCache,
    private readonly admission: Admission,
    private readonly changes: FrontierJobChanges,
    private readonly seeds: SeedAdmission,
  ) {}

  /**
   * Safe to repeat from the beginning: what was admitted before is known.
   * Answers when to come again if the site does not say yet what it allows; undefined when all seeds are in.
   */
  async seed(jobId: string, signal: AbortSignal): Promise<Date | undefined> {
    const plan = await this.plans.find(jobId);
    const crawl = plan?.crawl;
    if (plan === undefined || crawl === undefined) return undefined;
    const rules = crawl.ignoreRobotsTxt ? NO_RULES : await this.robots.rules(crawl.url, plan.access);
    if (isPause(rules)) return rules.until;
    const goesOn = await this.admitStart(plan, crawl.url, rules);
    if (!goesOn || crawl.sitemap === 'skip') return undefined;
    try {
      await this.admitSitemaps(plan, crawl.url, rules, AbortSignal.any([signal, AbortSignal.timeout(SITEMAPS_MS)]));
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      // A sitemap is a help, not a part of the crawl.
      this.log.warn('sitemaps-unread', { jobId }, error);
    }
    return undefined;
  }

  /** Answers false when robots.txt keeps the start URL out: then the whole crawl is. */
  private async admitStart(plan: CompiledJob, url: string, rules: RobotsPolicy): Promise<boolean> {
    const [start] = judgeCandidates([url], {
      plan,
      originUrl: url,
      depth: 0,
      knownRobots: () => rules,
      bypassScope: true,
    });
    if (start === undefined) return false;
    const delaySeconds = Math.min(rules.crawlDelaySeconds ?? 0, MAX_CRAWL_DELAY_SECONDS);
    return this.changes
      .change(plan.jobId, async (transaction, job) => {
        if (job.cancelled || job.state === 'settled') return undefined;
        if (delaySeconds > 0) await adoptCrawlDelay(transaction, job.id, Math.ceil(delaySeconds * 1000));
        await this.admission.admit(transaction, job, [start], { room: roomOf(job), depth: 0, isStart: true });
        return { goesOn: true };
      })
      .then((changed) => changed && start.refused === undefined);
  }

  private async admitSitemaps(
    plan: CompiledJob,
    startUrl: string,
    rules: RobotsPolicy,
    signal: AbortSignal,
  ): Promise<void> {
    const places = sitemapPlaces(startUrl, rules);
    const { hostname } = new URL(startUrl);
    let found = await this.admitFrom(plan, places.named, signal, () => true);
    if (places.parent !== undefined) {
      const isOfHost = (url: string) => URL.canParse(url) && new URL(url).hostname === hostname;
      found += await this.admitFrom(plan, [places.parent], signal, isOfHost);
    }
    for (const url of places.usual) {
      if (found > 0 || signal.aborted) return;
      found = await this.admitFrom(plan, [url], signal, () => true);
    }
  }

  /** Answers how many URLs there were. */
  private async admitFrom(
    plan: CompiledJob,
    sitemaps: readonly string[],
    signal: AbortSignal,
    isWanted: (url: string) => boolean,
  ): Promise<number> {
    let found = 0;
    const question = { urls: sitemaps, access: plan.access, signal, maxUrls: MAX_SITEMAP_URLS };
    for await (const urls of this.sitemaps(question)) {
      const wanted = urls.filter(isWanted);
      found += wanted.length;
      for (const chunk of inChunks(wanted)) if (!(await this.seeds.admit(plan, chunk))) return found;
      if (signal.aborted) return found;
    }
    return found;
  }
}
