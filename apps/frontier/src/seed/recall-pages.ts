import { Inject, Injectable } from '@nestjs/common';
import { type Database, readCrawlHistory } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { JobPlans } from '../job-plans';
import { ADMISSION_CHUNK } from '../pages/admission';
import { SeedAdmission } from './seed-admission';

/** As many as of sitemaps; each one costs a row. */
const MAX_RECALLED_URLS = 500_000;

/**
 * The last seeds of a crawl that tracks changes, read when nothing else is left to visit: the URLs that earlier crawls
 * of the same start URL came to. Those that this one knows are passed over, so what is left are the hidden pages.
 */
@Injectable()
export class RecallPages {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly plans: JobPlans,
    private readonly admission: SeedAdmission,
  ) {}

  /** Safe to repeat from the beginning. */
  async seed(jobId: string, signal: AbortSignal): Promise<void> {
    const plan = await this.plans.find(jobId);
    const crawl = plan?.crawlKey;
    if (plan === undefined || crawl === undefined) return;
    let after = '';
    for (let recalled = 0; recalled < MAX_RECALLED_URLS && !signal.aborted; ) {
      const known = await readCrawlHistory(this.database, { crawl, after, limit: ADMISSION_CHUNK });
      if (known.length === 0) return;
      for (const depth of new Set(known.map((page) => page.depth))) {
        const urls = known.filter((page) => page.depth === depth).map(({ url }) => url);
        if (!(await this.admission.admit(plan, urls, { isHidden: true, depth }))) return;
      }
      recalled += known.length;
      after = known.at(-1)!.key;
    }
  }
}
