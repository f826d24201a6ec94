import { Inject, Injectable } from '@nestjs/common';
import { parseUrl } from '@orbweaver/core';
import {
  type Database,
  hasTransientFailure,
  pageHash,
  type RememberedPage,
  readCrawlHistory,
} from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { ADMISSION_CHUNK } from '../admission/admission';
import { TrapWatches } from '../admission/trap-watches';
import { type CompiledJob, CompiledJobs } from '../jobs/compiled-jobs';
import { SeedAdmission } from './seed-admission';

/** As many as from sitemaps; each one costs a row. */
const MAX_REVISITED_URLS = 500_000;

/**
 * The last seeds of a crawl that tracks changes, read when nothing else is left to visit: the URLs that earlier crawls
 * of the same start URL reached. Known URLs are skipped, so the rest are the hidden pages.
 */
@Injectable()
export class RevisitPages {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
    private readonly compiledJobs: CompiledJobs,
    private readonly admission: SeedAdmission,
    private readonly traps: TrapWatches,
  ) {}

  /** Safe to repeat from the beginning. */
  async seed(jobId: string, signal: AbortSignal): Promise<void> {
    const compiled = await this.compiledJobs.find(jobId);
    if (compiled?.crawlKey === undefined) return;
    // Pages behind a page that failed today are not hidden but unknown.
    if (await this.hasTransientFailure(compiled, signal)) return this.log.info('recall-omitted', { jobId });
    // A URL that the trap watch would refuse as a link is refused here too.
    const traps = await this.traps.find(jobId);
    for await (const known of this.remembered(compiled, signal)) {
      for (const depth of new Set(known.map((page) => page.depth))) {
        const urls = known.filter((page) => page.depth === depth).map(({ url }) => url);
        if (!(await this.admission.admit(compiled, urls, { isHidden: true, depth, traps }))) return;
      }
    }
  }

  private async hasTransientFailure(compiled: CompiledJob, signal: AbortSignal): Promise<boolean> {
    const { crawl, jobId } = compiled;
    // Such a crawl follows no links, so it loses none.
    if (crawl === undefined || crawl.sitemap === 'only') return false;
    for await (const known of this.remembered(compiled, signal)) {
      const hashes = known.flatMap(({ url }) => (parseUrl(url) !== undefined ? [pageHash(url, crawl.scope)] : []));
      if (await hasTransientFailure(this.database, jobId, hashes)) return true;
    }
    return false;
  }

  /** Ends when the process stops; the next process starts again. */
  private async *remembered(compiled: CompiledJob, signal: AbortSignal): AsyncGenerator<RememberedPage[]> {
    const crawl = compiled.crawlKey;
    if (crawl === undefined) return;
    const question = { jobId: compiled.jobId, crawl, limit: ADMISSION_CHUNK };
    let after = '';
    for (let revisited = 0; revisited < MAX_REVISITED_URLS && !signal.aborted; ) {
      const known = await readCrawlHistory(this.database, { ...question, after });
      if (known.length === 0) return;
      yield known;
      revisited += known.length;
      after = known.at(-1)!.key;
    }
  }
}
