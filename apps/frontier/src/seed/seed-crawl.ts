import { Inject, Injectable } from '@nestjs/common';
import { permitsUrl, redactUrl } from '@orbweaver/core';
import { adoptCrawlDelay, type Database, isStoreUnavailable, noteUnreadSitemaps } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { Admission, inChunks, slotsLeft } from '../admission/admission';
import { judgeCandidates } from '../admission/judge-candidates';
import { SITEMAPS_TIMEOUT_MS } from '../frontier.config';
import { type CompiledJob, CompiledJobs } from '../jobs/compiled-jobs';
import { FrontierTransactions } from '../jobs/frontier-transactions';
import { isPause, RobotsCache } from '../site/robots-cache';
import { isUnreadable, readSiteSitemaps } from '../site/site-sitemaps';
import { type RobotsPolicy, SiteSources } from '../site/site-sources';
import { SeedAdmission } from './seed-admission';

/** Limits sitemaps of huge sites; each URL costs a row. */
const MAX_SITEMAP_URLS = 500_000;
/** Longer crawl delays would keep crawls from ending. */
const MAX_CRAWL_DELAY_SECONDS = 300;

/** Attempts to read the sitemaps of a crawl before it continues without them. */
const MAX_FAULTS = 3;
const MAX_FAULTY_JOBS = 1000;

const NO_RULES: RobotsPolicy = { isAllowed: () => true, sitemaps: [] };

/** Seeds a crawl: the start URL, dispatched at once, then the URLs of sitemaps. */
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

  /** Idempotent. @returns when to retry if the site did not serve its robots.txt; undefined when all seeds are admitted */
  async seed(jobId: string, signal: AbortSignal): Promise<Date | undefined> {
    const compiled = await this.compiledJobs.find(jobId);
    const crawl = compiled?.crawl;
    if (compiled === undefined || crawl === undefined) return undefined;
    const rules = crawl.ignoreRobotsTxt ? NO_RULES : await this.robots.rules(crawl.url, compiled.access);
    if (isPause(rules)) return rules.until;
    const goesOn = await this.admitStart(compiled, crawl.url, rules);
    if (!goesOn || crawl.sitemap === 'skip') return undefined;
    const timeout = AbortSignal.timeout(SITEMAPS_TIMEOUT_MS);
    let isWhole = false;
    try {
      isWhole = await this.admitSitemaps(compiled, crawl.url, rules, AbortSignal.any([signal, timeout]));
      if (timeout.aborted) this.log.info('sitemaps-cut', { jobId, afterMs: SITEMAPS_TIMEOUT_MS });
    } catch (error) {
      this.giveUpIfLasting(jobId, error);
    }
    // Not if the job needs no more seeds, or another seeder continues.
    if (!signal.aborted && (timeout.aborted || !isWhole)) await noteUnreadSitemaps(this.database, jobId);
    return undefined;
  }

  /** Sites cause no errors here. Internal errors are thrown for a retry, up to MAX_FAULTS times. */
  private giveUpIfLasting(jobId: string, error: unknown): void {
    if (isStoreUnavailable(error)) throw error;
    const faults = (this.faults.get(jobId) ?? 0) + 1;
    this.faults.set(jobId, faults);
    if (faults < MAX_FAULTS) throw error;
    this.log.error('sitemaps-given-up', { jobId }, error);
  }

  /** False if robots.txt forbids the start URL and thereby the crawl. */
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
        // A seeder that died may have left a full crawl whose pages are all done.
        return { goesOn: slotsLeft(job) !== 0 };
      })
      .then((changed) => changed && start.refused === undefined);
  }

  private async admitSitemaps(
    compiled: CompiledJob,
    startUrl: string,
    rules: RobotsPolicy,
    signal: AbortSignal,
  ): Promise<boolean> {
    let isWhole = true;
    const mayRead = (url: string) => permitsUrl(compiled.spec.scrape.hosts, url);
    const question = { startUrl, rules, access: compiled.access, mayRead, signal, maxUrls: MAX_SITEMAP_URLS };
    for await (const { sitemap, urls, problem, isUnread } of readSiteSitemaps(this.site, question)) {
      if (isUnreadable(problem)) this.log.info('sitemap-unread', { url: redactUrl(sitemap), detail: problem });
      if (isUnread) isWhole = false;
      for (const chunk of inChunks(urls)) if (!(await this.seeds.admit(compiled, chunk))) return isWhole;
    }
    return isWhole;
  }
}
