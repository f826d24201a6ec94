import { Inject, Injectable } from '@nestjs/common';
import { explainTrap, isFinal, JobSpec, type ScrapeSpec } from '@orbweaver/core';
import {
  type Database,
  hasRobotsBlocked,
  type JobView,
  type PackedDocument,
  readDocuments,
  readTrapExample,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { ApiVersion } from '../api-version';
import { DEFAULT_LIMIT, type Paging } from './read-paging';

/** A page of the status answer, in bytes of JSON. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;

/** The fields of the status answer, its documents and its link to the next page aside. */
export interface StatusSummary {
  success: boolean;
  status: JobView['state'];
  error?: string;
  completed: number;
  total: number;
  creditsUsed: number;
  expiresAt: string;
  warning?: string;
  createdAt: string;
  completedAt?: string;
  /** Seconds. */
  duration?: number;
}

@Injectable()
export class JobStatus {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  readPage(job: JobView, paging: Paging): Promise<PackedDocument[]> {
    const { skip, limit = DEFAULT_LIMIT } = paging;
    return readDocuments(this.database, { jobId: job.id, after: skip, limit, maxBytes: MAX_PAGE_BYTES });
  }

  async summarise(job: JobView): Promise<StatusSummary> {
    const warning = await this.warn(job);
    const ended = isFinal(job.state) ? job.completedAt : null;
    return {
      success: job.state !== 'failed',
      status: job.state,
      ...(job.state === 'failed' ? { error: job.error ?? 'The job failed' } : {}),
      completed: job.completed,
      total: countTotal(job),
      creditsUsed: job.creditsUsed,
      expiresAt: job.expiresAt.toISOString(),
      ...(warning === undefined ? {} : { warning }),
      createdAt: job.createdAt.toISOString(),
      ...(ended === null
        ? {}
        : { completedAt: ended.toISOString(), duration: (ended.getTime() - job.createdAt.getTime()) / 1000 }),
    };
  }

  /** The whole answer as JSON; the documents are put in as they lie. */
  async write(summary: object, documents: readonly PackedDocument[], job: JobView, version: ApiVersion) {
    const spec = scrapeSpecOf(job);
    const parts: Buffer[] = [Buffer.from(`${JSON.stringify(summary).slice(0, -1)},"data":[`)];
    for (const [index, document] of documents.entries()) {
      if (index > 0) parts.push(Buffer.from(','));
      parts.push(await version.writeDocument(document, spec));
    }
    parts.push(Buffer.from(']}'));
    return Buffer.concat(parts);
  }

  private async warn(job: JobView): Promise<string | undefined> {
    if (job.kind !== 'crawl' || !isFinal(job.state)) return undefined;
    const warnings: string[] = [];
    if (await hasRobotsBlocked(this.database, job.id)) {
      warnings.push(
        "Some URLs were not visited because the site's robots.txt forbids it; the errors endpoint lists them as robotsBlocked. A single page can be had from the /scrape endpoint.",
      );
    }
    // A site that lets nobody in is not narrow.
    const isShutOut = warnings.length > 0 && job.completed === 0;
    const narrow = job.state === 'completed' && !isShutOut ? warnOfNarrowScope(job) : undefined;
    if (narrow !== undefined) warnings.push(narrow);
    const trapped = await readTrapExample(this.database, job.id);
    if (trapped !== undefined) warnings.push(explainTrap(trapped));
    return warnings.length === 0 ? undefined : warnings.join(' ');
  }
}

/** The spec by which every page of a job is scraped. */
export function scrapeSpecOf(job: { spec: unknown }): ScrapeSpec {
  return JobSpec.parse(job.spec).scrape;
}

/** At the end it equals `completed`: pages that failed have given their place back. */
function countTotal(job: JobView): number {
  if (isFinal(job.state)) return job.completed;
  const start = job.kind === 'crawl' ? 1 : 0;
  return Math.max(job.admitted ?? start, job.completed) + job.listed;
}

function warnOfNarrowScope(job: JobView): string | undefined {
  const spec = JobSpec.parse(job.spec);
  if (spec.kind !== 'crawl' || job.completed > 1 || spec.scope.crawlEntireDomain) return undefined;
  const { pathname, host } = new URL(spec.url);
  if (pathname === '/') return undefined;
  return `Only ${job.completed} result(s) found: the crawl takes what lies below ${pathname}. For more use crawlEntireDomain=true, or start from a higher-level path such as ${host}.`;
}
