import type { PageFailureReason } from '@orbweaver/core';
import type { Database } from '../database';
import { failureOf, isOfJob, skipReasonOf } from '../index-keys';
import { linksOf } from '../refused-links';

/** Chunk size: a job may have hundreds of thousands. */
const STEP = 5000;

export interface PageError {
  pageId: string;
  failedAt: Date;
  sourceUrl: string;
  reason: PageFailureReason;
  message: string;
}

export function readPageErrors(database: Database, jobId: string): AsyncGenerator<PageError[]> {
  return inSteps((after: PageError | undefined) => {
    const failedAt = after?.failedAt ?? new Date(0);
    const pageId = after?.pageId ?? '00000000-0000-0000-0000-000000000000';
    return database.$queryRaw<PageError[]>`
      SELECT id AS "pageId", stored_at AS "failedAt", source_url AS "sourceUrl", reason,
             coalesce(message, '') AS message
      FROM pages p
      WHERE ${failureOf('p')} = ${jobId}::uuid
        AND (stored_at, id) > (${failedAt.toISOString()}::timestamptz, ${pageId}::uuid)
      ORDER BY stored_at, id
      LIMIT ${STEP}::int`;
  });
}

export interface SkippedPage {
  ordinal: number;
  pageId: string;
  url: string;
  sourceUrl: string;
  skippedAt: Date | null;
}

export function readCancelledPages(database: Database, jobId: string): AsyncGenerator<SkippedPage[]> {
  return readSkipped(database, jobId, 'cancelled');
}

/** Whether the frontier has any URL of the job; the start URL is the first. */
export async function hasFrontierPages(database: Database, jobId: string): Promise<boolean> {
  const rows = await database.$queryRaw<{ taken: boolean }[]>`
    SELECT EXISTS (SELECT FROM frontier_pages WHERE ${isOfJob('frontier_pages', jobId)}) AS taken`;
  return rows[0]?.taken ?? false;
}

export async function* readRobotsBlocked(database: Database, jobId: string): AsyncGenerator<SkippedPage[]> {
  // First those refused at discovery, then those refused when they became due.
  yield* inSteps((after: SkippedPage | undefined) =>
    readRefusedStep(database, { jobId, reason: 'robots', after: after?.ordinal ?? -1, limit: STEP }),
  );
  yield* readSkipped(database, jobId, 'robots');
}

export async function hasRobotsBlocked(database: Database, jobId: string): Promise<boolean> {
  const rows = await database.$queryRaw<{ blocked: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM frontier_pages p
                   WHERE ${isOfJob('p', jobId)} AND p.state = 'skipped' AND ${skipReasonOf('p')} = 'robots')
        OR EXISTS (SELECT 1 FROM frontier_refusals r CROSS JOIN LATERAL ${linksOf('r')} link
                   WHERE r.job_id = ${jobId}::uuid AND r.reason = 'robots') AS blocked`;
  return rows[0]?.blocked ?? false;
}

export async function readTrapExample(database: Database, jobId: string): Promise<string | undefined> {
  const [first] = await readRefusedStep(database, { jobId, reason: 'trap', after: -1, limit: 1 });
  return first?.url;
}

/** URLs of a cancelled batch that were never taken. */
export interface UntakenUrls {
  position: number;
  index: number;
  sourceUrls: string[];
}

/**
 * Lists are taken in order, one page per URL, so the rest starts after the number of pages. Lists are read as text,
 * because thousands of elements as rows would take seconds.
 */
export async function* readUntakenUrls(database: Database, jobId: string): AsyncGenerator<UntakenUrls> {
  const lists = await database.$queryRaw<{ position: number; length: number; taken: number }[]>`
    SELECT position, jsonb_array_length(urls) AS length,
           (SELECT count(*)::int FROM frontier_pages WHERE ${isOfJob('frontier_pages', jobId)}) AS taken
    FROM job_url_lists WHERE job_id = ${jobId}::uuid
    ORDER BY position`;
  let taken = lists[0]?.taken ?? 0;
  for (const { position, length } of lists) {
    if (taken < length) {
      const rows = await database.$queryRaw<{ urls: string }[]>`
        SELECT jsonb_path_query_array(urls, '$[*].sourceUrl')::text AS urls
        FROM job_url_lists WHERE job_id = ${jobId}::uuid AND position = ${position}::int`;
      const urls = JSON.parse(rows[0]?.urls ?? '[]') as string[];
      for (let index = taken; index < urls.length; index += STEP) {
        yield { position, index, sourceUrls: urls.slice(index, index + STEP) };
      }
    }
    taken = Math.max(0, taken - length);
  }
}

function readSkipped(database: Database, jobId: string, reason: 'cancelled' | 'robots'): AsyncGenerator<SkippedPage[]> {
  return inSteps(
    (after: SkippedPage | undefined) => database.$queryRaw<SkippedPage[]>`
      SELECT ordinal, id AS "pageId", url, source_url AS "sourceUrl", finished_at AS "skippedAt"
      FROM frontier_pages p
      WHERE ${isOfJob('p', jobId)} AND p.state = 'skipped' AND ${skipReasonOf('p')} = ${reason}
        AND p.ordinal > ${after?.ordinal ?? -1}::int
      ORDER BY p.ordinal
      LIMIT ${STEP}::int`,
  );
}

function readRefusedStep(
  database: Database,
  { jobId, reason, after, limit }: { jobId: string; reason: 'robots' | 'trap'; after: number; limit: number },
): Promise<SkippedPage[]> {
  return database.$queryRaw<SkippedPage[]>`
    SELECT link.ordinal, link.id AS "pageId", link.url, link.source_url AS "sourceUrl", r.refused_at AS "skippedAt"
    FROM (SELECT * FROM frontier_refusals f
          WHERE f.job_id = ${jobId}::uuid AND f.reason = ${reason} AND f.last_ordinal > ${after}::int
          ORDER BY f.last_ordinal
          OFFSET 0) r
    CROSS JOIN LATERAL ${linksOf('r')} link
    WHERE link.ordinal > ${after}::int
    LIMIT ${limit}::int`;
}

async function* inSteps<R>(read: (after: R | undefined) => Promise<R[]>): AsyncGenerator<R[]> {
  let last: R | undefined;
  for (let rows = await read(last); rows.length > 0; rows = await read(last)) {
    yield rows;
    if (rows.length < STEP) return;
    last = rows.at(-1);
  }
}
