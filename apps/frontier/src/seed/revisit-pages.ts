import { Inject, Injectable } from '@nestjs/common';
import {
  type Database,
  hasPassingFailure,
  pageHash,
  type RememberedPage,
  readCrawlHistory,
} from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { type CompiledJob, CompiledJobs } from '../compiled-jobs';
import { ADMISSION_CHUNK } from '../pages/admission';
import { TrapWatches } from '../pages/trap-watches';
import { SeedAdmission } from './seed-admission';

/** As many as of sitemaps; each one costs a row. */
const MAX_RECALLED_URLS = 500_000;

/**
 * The last seeds of a crawl that tracks changes, read when nothing else is left to visit: the URLs that earlier crawls
 * of the same start URL came to. Those that this one knows are passed over, so what is left are the hidden pages.
 */
@Injectable()
export class RevisitPages {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
    private readonly plans: CompiledJobs,
    private readonly admission: SeedAdmission,
    private readonly traps: TrapWatches,
  ) {}

  /** Safe to repeat from the beginning. */
  async seed(jobId: string, signal: AbortSignal): Promise<void> {
    const plan = await this.plans.find(jobId);
    if (plan?.crawlKey === undefined) return;
    // Behind a page that could not be read today, pages are not hidden but unknown.
    if (await this.hasPassingFailure(plan, signal)) return this.log.info('recall-omitted', { jobId });
    // What a crawl would not take up as a link it does not take up for having done so on another day.
    const traps = await this.traps.find(jobId);
    for await (const known of this.remembered(plan, signal)) {
      for (const depth of new Set(known.map((page) => page.depth))) {
        const urls = known.filter((page) => page.depth === depth).map(({ url }) => url);
        if (!(await this.admission.admit(plan, urls, { isHidden: true, depth, traps }))) return;
      }
    }
  }

  private async hasPassingFailure(plan: CompiledJob, signal: AbortSignal): Promise<boolean> {
    const { crawl, jobId } = plan;
    // Nobody follows links then.
    if (crawl === undefined || crawl.sitemap === 'only') return false;
    for await (const known of this.remembered(plan, signal)) {
      const hashes = known.flatMap(({ url }) => (URL.canParse(url) ? [pageHash(url, crawl.scope)] : []));
      if (await hasPassingFailure(this.database, jobId, hashes)) return true;
    }
    return false;
  }

  /** Ends when the process stops: the next one begins anew. */
  private async *remembered(plan: CompiledJob, signal: AbortSignal): AsyncGenerator<RememberedPage[]> {
    const crawl = plan.crawlKey;
    if (crawl === undefined) return;
    const question = { jobId: plan.jobId, crawl, limit: ADMISSION_CHUNK };
    let after = '';
    for (let recalled = 0; recalled < MAX_RECALLED_URLS && !signal.aborted; ) {
      const known = await readCrawlHistory(this.database, { ...question, after });
      if (known.length === 0) return;
      yield known;
      recalled += known.length;
      after = known.at(-1)!.key;
    }
  }
}
