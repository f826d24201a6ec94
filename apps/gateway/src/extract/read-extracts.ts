import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type DocumentContent, type DocumentMetadata, ExtractedData, isFinal } from '@orbweaver/core';
import {
  type Caller,
  type Database,
  type JobView,
  readDocuments,
  readPageErrors,
  readTokensUsed,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { extractOf, FindJob } from '../jobs/find-job';
import { JobStatus } from '../jobs/job-status';
import { SingleFlight } from '../jobs/single-flight';
import { StoredContents } from '../jobs/stored-contents';
import { unzipContent } from '../wire/splice-document';
import { warningOf } from '../wire/warning-of';

/** Limit of the data of an extract, as JSON of its pages. */
const MAX_DATA_BYTES = 10 * 1024 * 1024;
/** Documents in memory at a time. */
const BATCH = { limit: 200, maxBytes: 2 * 1024 * 1024 };
/** Maximum blocking time. */
const TURN_MS = 5;
/** Memory limit of shared answers. */
const MAX_SHARED_BYTES = 64 * 1024 * 1024;
/** Clients read an extract again right after its end. */
const SHARED_MS = 30_000;

interface MergedPages {
  merged: ExtractedData;
  /** Pages with an HTTP error, which are not merged. The first is explained. */
  errorPages: number;
  firstErrorPage?: string;
}

/** Reads the status of extracts, and merges the data of their pages. */
@Injectable()
export class ReadExtracts {
  private readonly reads = new SingleFlight<Buffer>();
  /** Answers of extracts that have ended and never change. */
  private readonly answers = new LRUCache<string, Buffer>({
    maxSize: MAX_SHARED_BYTES,
    ttl: SHARED_MS,
    // Frees memory without further requests.
    ttlAutopurge: true,
  });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
    private readonly status: JobStatus,
    private readonly contents: StoredContents,
  ) {}

  /** The JSON of the status. @throws ApiError 404 */
  async read(caller: Caller, id: string): Promise<Buffer> {
    const { job } = await this.jobs.findExtract(caller, id);
    return this.answers.get(job.id) ?? this.reads.read(job.id, () => this.write(job));
  }

  private async write(job: JobView): Promise<Buffer> {
    const known = this.answers.get(job.id);
    if (known !== undefined) return known;
    const answer = Buffer.from(JSON.stringify(await this.describe(job)));
    if (job.hasEnded) this.answers.set(job.id, answer, { size: answer.length });
    return answer;
  }

  private async describe(job: JobView) {
    const { showSources = false, warnings = [] } = extractOf(job) ?? {};
    const summary = await this.status.summarise(job);
    const pages = isFinal(job.state) ? await this.merge(job) : undefined;
    const failure = pages === undefined ? undefined : await this.explainFailure(job, pages);
    const status = job.state === 'scraping' ? 'processing' : failure === undefined ? job.state : 'failed';
    const isCancelled = job.state === 'cancelled';
    return {
      success: status !== 'failed',
      status,
      data: (failure === undefined ? pages?.merged.data : undefined) ?? [],
      ...(showSources && pages !== undefined ? { sources: pages.merged.sources } : {}),
      ...(failure === undefined ? {} : { error: failure }),
      // A client library requires it.
      ...(isCancelled ? { error: 'The extract was cancelled' } : {}),
      ...warningOf(summary.warning, ...warnings, ...(pages === undefined ? [] : warnOfPages(job, pages))),
      expiresAt: summary.expiresAt,
      tokensUsed: await readTokensUsed(this.database, job.id),
      creditsUsed: job.creditsUsed,
    };
  }

  /** Undefined if a page was merged, and for a cancelled extract. */
  private async explainFailure(job: JobView, { merged, firstErrorPage }: MergedPages): Promise<string | undefined> {
    if (job.state === 'cancelled' || merged.pages > 0) return undefined;
    if (job.error !== null) return job.error;
    for await (const [first] of readPageErrors(this.database, job.id)) {
      return `${first!.sourceUrl}: ${first!.message}`;
    }
    return firstErrorPage ?? 'No page was scraped';
  }

  private async merge(job: JobView): Promise<MergedPages> {
    const pages: MergedPages = { merged: new ExtractedData(MAX_DATA_BYTES), errorPages: 0 };
    let after = 0;
    let turnBeganAt = performance.now();
    while (after < job.completed && !pages.merged.isCut) {
      const rows = await readDocuments(this.database, { jobId: job.id, after, ...BATCH });
      if (rows.length === 0) break;
      for (const { content, metadata, ordinal } of await this.contents.complete(rows)) {
        const json = await unzipContent(content);
        addPage(pages, json, JSON.parse(metadata) as DocumentMetadata);
        after = ordinal;
        if (performance.now() - turnBeganAt < TURN_MS) continue;
        await yieldToEventLoop();
        turnBeganAt = performance.now();
      }
    }
    return pages;
  }
}

function addPage(pages: MergedPages, content: Buffer, { sourceURL, statusCode }: DocumentMetadata): void {
  if (statusCode >= 400) {
    pages.errorPages += 1;
    pages.firstErrorPage ??= `${sourceURL}: HTTP status ${statusCode}`;
    return;
  }
  const { json } = JSON.parse(content.toString('utf8')) as DocumentContent;
  pages.merged.add({ url: sourceURL, json, bytes: content.length });
}

function warnOfPages(job: JobView, { merged, errorPages, firstErrorPage }: MergedPages): string[] {
  const warnings: string[] = [];
  if (job.failed > 0 && merged.pages > 0) {
    const total = job.completed + job.failed;
    warnings.push(`${job.failed} of ${total} pages failed. Get the reasons from /v2/batch/scrape/${job.id}/errors.`);
  }
  if (errorPages > 0 && merged.pages > 0) {
    warnings.push(`Pages with an HTTP error are not included: ${errorPages}, such as ${firstErrorPage}.`);
  }
  if (merged.isCut) {
    warnings.push(
      `The data has only the first ${merged.pages} of ${job.completed} pages, because of its limit of 10 MiB. Get the data of each page from /v2/batch/scrape/${job.id}.`,
    );
  }
  return warnings;
}
