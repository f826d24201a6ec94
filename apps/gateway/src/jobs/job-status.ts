import { Inject, Injectable } from '@nestjs/common';
import { explainTrap, isFinal, JobSpec, type ScrapeSpec } from '@orbweaver/core';
import { type Database, hasRobotsBlocked, type JobView, readTrapExample } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { warnOfCrawl } from './warn-of-crawl';

const ERASED =
  'The job ran with zero data retention: its documents and errors were erased after they were read completely, or when their retention time ended.';

const ERASED_OTHERWISE = 'The documents and errors of the job are erased.';

export const warnOfErasure = ({ zeroDataRetention }: Pick<JobView, 'zeroDataRetention'>): string =>
  zeroDataRetention ? ERASED : ERASED_OTHERWISE;

const ALL_EXCLUDED =
  'No results: includePaths and excludePaths may have excluded all pages, including the start URL. See the errors endpoint for the reason, and test the patterns with /v2/crawl/preview.';

const UNREAD_SITEMAPS =
  'Not all sitemaps were read: the site did not return them within two minutes, or they exceed the limits of 50 MiB per file and 100 files. Pages that only these sitemaps list are missing.';

/** The status response without documents and `next`. */
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
  duration?: number;
}

@Injectable()
export class JobStatus {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

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

  private async warn(job: JobView): Promise<string | undefined> {
    const lowered = warnOfLoweredLimit(job.spec);
    const warnings = lowered === undefined ? [] : [lowered];
    if (job.erasedAt !== null) warnings.push(warnOfErasure(job));
    else if (job.kind === 'crawl' && isFinal(job.state)) warnings.push(...(await this.warnOfEnd(job)));
    return warnings.length === 0 ? undefined : warnings.join(' ');
  }

  private async warnOfEnd(job: JobView): Promise<string[]> {
    const warnings: string[] = [];
    if (await hasRobotsBlocked(this.database, job.id)) {
      warnings.push(
        "Some URLs were skipped because the site's robots.txt disallows them; the errors endpoint lists them as robotsBlocked. To scrape a single page, use the /scrape endpoint.",
      );
    }
    // If robots.txt disallows everything, the narrow scope is not the cause.
    const isDisallowed = warnings.length > 0 && job.completed === 0;
    const narrow = job.state === 'completed' && !isDisallowed ? warnOfFewPages(job) : undefined;
    if (narrow !== undefined) warnings.push(narrow);
    warnings.push(...warnOfCrawl(job.spec));
    if (job.sitemapsUnread) warnings.push(UNREAD_SITEMAPS);
    const trapped = await readTrapExample(this.database, job.id);
    if (trapped !== undefined) warnings.push(explainTrap(trapped));
    return warnings;
  }
}

export function scrapeSpecOf(job: { spec: unknown }): ScrapeSpec {
  return JobSpec.parse(job.spec).scrape;
}

/** Equals `completed` when the job has ended: failed pages do not count. */
function countTotal(job: JobView): number {
  if (isFinal(job.state)) return job.completed;
  // The start URL counts before the frontier has admitted it.
  const named = job.kind === 'crawl' ? 1 : 0;
  return Math.max(job.admitted ?? 0, job.completed, named) + job.listed;
}

function warnOfFewPages(job: JobView): string | undefined {
  if (job.completed > 1) return undefined;
  const spec = JobSpec.parse(job.spec);
  if (spec.kind !== 'crawl') return undefined;
  const { includePaths, excludePaths, crawlEntireDomain } = spec.scope;
  if (job.completed === 0 && includePaths.length + excludePaths.length > 0) return ALL_EXCLUDED;
  if (crawlEntireDomain) return undefined;
  const { pathname, host } = new URL(spec.url);
  if (pathname === '/') return undefined;
  return `Only ${job.completed} result(s) found: the crawl includes only URLs below ${pathname}. For more results, set crawlEntireDomain=true or start from a higher-level path such as ${host}.`;
}

/** Only these fields are parsed, because clients poll and a spec can have 500 kB. */
const LoweredCrawl = z.object({ limit: z.int(), requestedLimit: z.int() });

/** Warns that `limit` was lowered. @param limits a JobSpec, parsed or not, or its limits */
export function warnOfLoweredLimit(limits: unknown): string | undefined {
  const lowered = LoweredCrawl.safeParse(limits);
  if (!lowered.success) return undefined;
  const { limit, requestedLimit } = lowered.data;
  return `The limit was lowered from ${requestedLimit} to ${limit} pages: the team has no more credits that are not reserved by its running jobs (one credit per page).`;
}
