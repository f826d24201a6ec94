import { Inject, Injectable } from '@nestjs/common';
import { parseUrl, redactUrl } from '@orbweaver/core';
import { adoptCrawlDelay, type Database, isStoreUnavailable, noteUnreadSitemaps } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { Admission, inChunks, slotsLeft } from '../admission/admission';
import { judgeCandidates } from '../admission/judge-candidates';
import { type CompiledJob, CompiledJobs } from '../jobs/compiled-jobs';
import { FrontierTransactions } from '../jobs/frontier-transactions';
import { isPause, RobotsCache } from '../site/robots-cache';
import { type RobotsPolicy, SiteSources } from '../site/site-sources';
import { SeedAdmission } from './seed-admission';
import { sitemapPlaces } from './sitemap-places';

/** For all sitemaps of a crawl together. */
const SITEMAPS_MS = 120_000;
/** A site may list more pages than any crawl will visit; each one costs a row. */
const MAX_SITEMAP_URLS = 500_000;
/** A longer crawl delay would keep a crawl from ever ending. */
const MAX_CRAWL_DELAY_SECONDS = 300;

/** How often the sitemaps of a crawl are begun before it goes on without the rest of them. */
const MAX_FAULTS = 3;
const MAX_FAULTY_JOBS = 1000;
const ABSENT = /^status (?:404|410)$/;

const NO_RULES: RobotsPolicy = { isAllowed: () => true, sitemaps: [] };

/** The URLs a crawl begins with: the start URL, dispatched at once, then those of the site's sitemaps. */
@Injectable()
export class SeedCrawl {
  private readonly faults = new LRUCache<string, number>({ max: MAX_FAULTY_JOBS });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
    private readonly site: SiteSources,
    private readonly compiledJobs: CompiledJobs,
    private readonly robots: RobotsCache,
    private readonly admission: Admission,
    private readonly transactions: FrontierTransactions,
    private readonly seeds: SeedAdmission,
  ) {}

  /**
   * Safe to repeat from the beginning: admitted URLs are known. Answers when to come again if the site has not answered
   * for its robots.txt; undefined when all seeds are in.
   */
  async seed(jobId: string, signal: AbortSignal): Promise<Date | undefined> {
    const compiled = await this.compiledJobs.find(jobId);
    const crawl = compiled?.crawl;
    if (compiled === undefined || crawl === undefined) return undefined;
    const rules = crawl.ignoreRobotsTxt ? NO_RULES : await this.robots.rules(crawl.url, compiled.access);
    if (isPause(rules)) return rules.until;
    const goesOn = await this.admitStart(compiled, crawl.url, rules);
    if (!goesOn || crawl.sitemap === 'skip') return undefined;
    const timeout = AbortSignal.timeout(SITEMAPS_MS);
    let isWhole = false;
    try {
      isWhole = await this.admitSitemaps(compiled, crawl.url, rules, AbortSignal.any([signal, timeout]));
      if (timeout.aborted) this.log.info('sitemaps-cut', { jobId, afterMs: SITEMAPS_MS });
    } catch (error) {
      this.giveUpIfLasting(jobId, error);
    }
    // Not when the job needs no more of them, or another seeder goes on.
    if (!signal.aborted && (timeout.aborted || !isWhole)) await noteUnreadSitemaps(this.database, jobId);
    return undefined;
  }

  /** Sites cause no errors here. One of ours is thrown, so that the seeder tries again, until it seems to last. */
  private giveUpIfLasting(jobId: string, error: unknown): void {
    if (isStoreUnavailable(error)) throw error;
    const faults = (this.faults.get(jobId) ?? 0) + 1;
    this.faults.set(jobId, faults);
    if (faults < MAX_FAULTS) throw error;
    this.log.error('sitemaps-given-up', { jobId }, error);
  }

  /** Answers false when robots.txt forbids the start URL: then it forbids the crawl. */
  private async admitStart(compiled: CompiledJob, url: string, rules: RobotsPolicy): Promise<boolean> {
    const [start] = judgeCandidates([url], {
      compiled,
      originUrl: url,
      depth: 0,
      knownRobots: () => rules,
      bypassScope: true,
    });
    if (start === undefined) return false;
    const delaySeconds = Math.min(rules.crawlDelaySeconds ?? 0, MAX_CRAWL_DELAY_SECONDS);
    return this.transactions
      .run(compiled.jobId, async (transaction, job) => {
        if (job.cancelled || job.state === 'settled') return undefined;
        if (delaySeconds > 0) await adoptCrawlDelay(transaction, job.id, Math.ceil(delaySeconds * 1000));
        await this.admission.admit(transaction, job, [{ ...start, depth: 0 }], { room: slotsLeft(job), isStart: true });
        // A seeder that died may have left a full crawl of which every page is done.
        return { goesOn: slotsLeft(job) !== 0 };
      })
      .then((changed) => changed && start.refused === undefined);
  }

  /** Answers whether all that was found was read. */
  private async admitSitemaps(
    compiled: CompiledJob,
    startUrl: string,
    rules: RobotsPolicy,
    signal: AbortSignal,
  ): Promise<boolean> {
    const places = sitemapPlaces(startUrl, rules);
    const { hostname } = new URL(startUrl);
    let { found, isWhole } = await this.admitFrom(compiled, places.named, signal, () => true);
    const addFrom = async (urls: readonly string[], isWanted: (url: string) => boolean) => {
      const more = await this.admitFrom(compiled, urls, signal, isWanted);
      found += more.found;
      isWhole &&= more.isWhole;
    };
    if (places.parent !== undefined) {
      const isOfHost = (url: string) => parseUrl(url)?.hostname === hostname;
      await addFrom([places.parent], isOfHost);
    }
    for (const url of places.usual) {
      if (found > 0 || signal.aborted) break;
      await addFrom([url], () => true);
    }
    return isWhole;
  }

  /** Answers how many URLs the sitemaps listed, and whether none of them was cut or did not answer. */
  private async admitFrom(
    compiled: CompiledJob,
    sitemaps: readonly string[],
    signal: AbortSignal,
    isWanted: (url: string) => boolean,
  ): Promise<{ found: number; isWhole: boolean }> {
    let [found, isWhole] = [0, true];
    const question = { urls: sitemaps, access: compiled.access, signal, maxUrls: MAX_SITEMAP_URLS };
    for await (const { sitemap, urls, problem, isUnread } of this.site.sitemaps(question)) {
      if (problem !== undefined && !ABSENT.test(problem))
        this.log.info('sitemap-unread', { url: redactUrl(sitemap), detail: problem });
      if (isUnread) isWhole = false;
      const wanted = urls.filter(isWanted);
      found += wanted.length;
      for (const chunk of inChunks(wanted)) if (!(await this.seeds.admit(compiled, chunk))) return { found, isWhole };
      if (signal.aborted) break;
    }
    return { found, isWhole };
  }
}
