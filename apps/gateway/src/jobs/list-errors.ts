import { createHash, hash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { JobSpec } from '@orbweaver/core';
import {
  type Caller,
  type Database,
  hasFrontierPages,
  type JobView,
  readCancelledPages,
  readPageErrors,
  readRobotsBlocked,
  readUntakenUrls,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { failureCode } from '../errors/page-failure-answer';
import { FindJob } from './find-job';
import { warnOfErasure } from './job-status';

interface ErrorEntry {
  id: string;
  timestamp: string;
  url: string;
  code: string;
  error: string;
}

const CANCELLED = {
  code: failureCode('cancelled'),
  error: 'The parent job was cancelled before this URL was scraped.',
};

/** Lists the URLs of a job without a document: failed pages, and pages that a cancelled job did not visit. */
@Injectable()
export class ListErrors {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
  ) {}

  /** Writes the response as chunks of JSON: there can be 100,000s of URLs. @throws ApiError 404 before the first chunk */
  async *write(caller: Caller, jobId: string): AsyncGenerator<string, void> {
    const job = await this.jobs.find(caller, jobId);
    let separator = '{"success":true,"errors":[';
    for await (const entries of this.entries(job)) {
      if (entries.length === 0) continue;
      yield separator + entries.map((entry) => JSON.stringify(entry)).join(',');
      separator = ',';
      // Rows that are already in memory would block the event loop.
      await yieldToEventLoop();
    }
    yield `${separator === ',' ? '' : separator}],"robotsBlocked":[`;
    separator = '';
    for await (const urls of this.robotsBlocked(job)) {
      if (urls.length === 0) continue;
      yield separator + urls.map((url) => JSON.stringify(url)).join(',');
      separator = ',';
    }
    yield job.erasedAt === null ? ']}' : `],"warning":${JSON.stringify(warnOfErasure(job))}}`;
  }

  private async *entries(job: JobView): AsyncGenerator<ErrorEntry[]> {
    if (job.erasedAt !== null) return;
    for await (const pages of readPageErrors(this.database, job.id)) {
      yield pages.map((page) => ({
        id: page.pageId,
        timestamp: page.failedAt.toISOString(),
        url: page.sourceUrl,
        code: failureCode(page.reason),
        error: page.message,
      }));
    }
    if (job.state !== 'cancelled') return;
    const cancelledAt = job.completedAt ?? new Date();
    for await (const pages of readCancelledPages(this.database, job.id)) {
      yield pages.map(({ pageId, sourceUrl, skippedAt }) => ({
        id: pageId,
        timestamp: (skippedAt ?? cancelledAt).toISOString(),
        url: sourceUrl,
        ...CANCELLED,
      }));
    }
    if (job.kind === 'crawl' && !(await hasFrontierPages(this.database, job.id))) yield [startOf(job, cancelledAt)];
    if (job.kind !== 'batch') return;
    for await (const { position, index, sourceUrls } of readUntakenUrls(this.database, job.id)) {
      yield sourceUrls.map((url, offset) => ({
        id: idOf(`${job.id} ${position} ${index + offset}`),
        timestamp: cancelledAt.toISOString(),
        url,
        ...CANCELLED,
      }));
    }
  }

  private async *robotsBlocked(job: JobView): AsyncGenerator<string[]> {
    if (job.kind !== 'crawl' || job.erasedAt !== null) return;
    // Several URLs found can have the same normalised form.
    const seen = new Set<string>();
    for await (const pages of readRobotsBlocked(this.database, job.id)) {
      yield pages.flatMap(({ url }) => {
        const digest = digestOf(url);
        if (seen.has(digest)) return [];
        seen.add(digest);
        return [url];
      });
    }
  }
}

/** The start URL of a crawl that was cancelled before the frontier admitted it. */
function startOf(job: JobView, cancelledAt: Date): ErrorEntry {
  const spec = JobSpec.parse(job.spec);
  const url = spec.kind === 'crawl' ? spec.url : '';
  return { id: idOf(`${job.id} start`), timestamp: cancelledAt.toISOString(), url, ...CANCELLED };
}

/** 16 bytes instead of the URL, to bound memory with a million URLs. */
function digestOf(url: string): string {
  return hash('sha256', url, 'buffer').toString('latin1', 0, 16);
}

/** A stable id for a URL that was never admitted, derived from its position in the list. */
function idOf(place: string): string {
  const hex = createHash('sha256').update(place).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
