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

/** The limit of sitemap URLs; each one costs a row. */
const MAX_REVISITED_URLS = 500_000;

/**
 * Seeds a crawl with change tracking, after all other pages, with the URLs of earlier crawls of its start URL. Known URLs
 * are skipped, so that the hidden pages remain.
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

  /** Idempotent. */
  async seed(jobId: string, signal: AbortSignal): Promise<void> {
    const compiled = await this.compiledJobs.find(jobId);
    if (compiled?.crawlKey === undefined) return;
    // Pages linked from a page that failed today are not hidden but unknown.
    if (await this.hasTransientFailure(compiled, signal)) return this.log.info('recall-omitted', { jobId });
    // The trap watch applies as for links.
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
    // Such a crawl follows no links.
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
