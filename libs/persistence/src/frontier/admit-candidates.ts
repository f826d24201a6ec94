import type { SkipReason } from '@orbweaver/core';
import { Prisma, type Transaction } from '../database';
import { ownPageKey, pageKey } from '../index-keys';

/** A URL with the verdict that needs no other URL; the statement decides on limit and repetition. */
export interface JudgedCandidate {
  url: string;
  sourceUrl: string;
  /** SHA-256 of the dedup key, hex. */
  keyHash: string;
  /** SHA-256 that identifies a refused URL, hex; no dedup key has the same. */
  refusalHash: string;
  host: string;
  refused?: SkipReason;
}

/** A URL and where it was found. */
export interface FoundCandidate extends JudgedCandidate {
  depth: number;
  /** The page that led here; absent for seeds. */
  foundOn?: string;
}

export interface CandidateAdmission {
  jobId: string;
  /** Slots that the limit leaves, from the locked job; null: no limit. */
  room: number | null;
  isStart?: boolean;
  redirects?: number;
  /** Known from an earlier crawl only. */
  isHidden?: boolean;
  /** Each URL once. */
  candidates: readonly FoundCandidate[];
  now: Date;
}

/** New URLs by what became of them; URLs known before are in none of the counts. */
export interface AdmissionCounts {
  queued: number;
  skipped: Partial<Record<SkipReason, number>>;
}

/**
 * Stores the URLs that the job does not know, in their order: queued while there is room, then skipped('limit').
 * A refused URL is remembered under itself, not under its dedup key: `/a/` refused by a pattern must not keep `/a`
 * out. One that was refused and is now in scope is taken up, unless only an earlier crawl knows it: what this one met
 * and refused is not hidden. The job must be locked: the slots are counted here.
 */
export async function admitCandidates(
  transaction: Transaction,
  admission: CandidateAdmission,
): Promise<AdmissionCounts> {
  const { jobId, candidates } = admission;
  const counts: AdmissionCounts = { queued: 0, skipped: {} };
  if (candidates.length === 0) return counts;
  const job = Prisma.sql`${jobId}::uuid`;
  const rows = await transaction.$queryRaw<{ reason: SkipReason | null; urls: number }[]>`
    WITH candidate AS MATERIALIZED (
      SELECT c.url, c.source_url, decode(c.key_hash, 'hex') AS key_hash, decode(c.refusal_hash, 'hex') AS refusal_hash,
             ${pageKey(job, Prisma.sql`decode(c.key_hash, 'hex')`)} AS page_key,
             ${pageKey(job, Prisma.sql`decode(c.refusal_hash, 'hex')`)} AS refusal_key,
             c.host, nullif(c.refused, '') AS refused, c.depth, c.found_on, c.place
      FROM unnest(
        ${candidates.map((candidate) => candidate.url)}::text[],
        ${candidates.map((candidate) => candidate.sourceUrl)}::text[],
        ${candidates.map((candidate) => candidate.keyHash)}::text[],
        ${candidates.map((candidate) => candidate.refusalHash)}::text[],
        ${candidates.map((candidate) => candidate.host)}::text[],
        ${candidates.map((candidate) => candidate.refused ?? '')}::text[],
        ${candidates.map((candidate) => candidate.depth)}::int[],
        ${candidates.map((candidate) => candidate.foundOn ?? null)}::uuid[]
      ) WITH ORDINALITY AS c(url, source_url, key_hash, refusal_hash, host, refused, depth, found_on, place)
    ), fresh AS (
      SELECT c.*, known.refusal_id, row_number() OVER (ORDER BY c.place) AS n,
             count(*) FILTER (WHERE c.refused IS NULL) OVER (ORDER BY c.place) AS slot
      FROM candidate c
      -- One look into the unique index each, by a key that no other index has: a join would be planned by guesses, and so
      -- would a look that names the job; a wrong guess reads the whole job.
      LEFT JOIN LATERAL (
        SELECT p.id AS page_id FROM frontier_pages p WHERE ${ownPageKey('p')} = c.page_key LIMIT 1
      ) page ON true
      LEFT JOIN LATERAL (
        SELECT p.id AS refusal_id FROM frontier_pages p WHERE ${ownPageKey('p')} = c.refusal_key LIMIT 1
      ) known ON true
      WHERE page.page_id IS NULL
        AND (known.refusal_id IS NULL OR (c.refused IS NULL AND NOT ${admission.isHidden ?? false}::boolean))
    ), reconsidered AS (
      DELETE FROM frontier_pages
      WHERE id = ANY (ARRAY(SELECT refusal_id FROM fresh WHERE refused IS NULL AND refusal_id IS NOT NULL))
        AND state = 'skipped'
    ), stored AS (
      INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, is_start, is_hidden,
                                  redirects, state, reason, due_at, found_on, finished_at)
      SELECT gen_random_uuid(), j.id, j.known + f.n, f.url, f.source_url,
             CASE WHEN f.refused IS NULL THEN f.key_hash ELSE f.refusal_hash END, f.host, f.depth,
             ${admission.isStart ?? false}::boolean, ${admission.isHidden ?? false}::boolean,
             ${admission.redirects ?? 0}::int,
             CASE WHEN verdict.reason IS NULL THEN 'queued' ELSE 'skipped' END, verdict.reason,
             ${admission.now.toISOString()}::timestamptz, f.found_on,
             CASE WHEN verdict.reason IS NOT NULL THEN ${admission.now.toISOString()}::timestamptz END
      FROM fresh f
      CROSS JOIN LATERAL (
        SELECT coalesce(f.refused, CASE WHEN f.slot > ${admission.room}::int THEN 'limit' END) AS reason
      ) verdict
      JOIN frontier_jobs j ON j.id = ${jobId}::uuid
      ORDER BY f.place
      ON CONFLICT DO NOTHING
      RETURNING reason
    ), counted AS (
      SELECT reason, count(*)::int AS urls FROM stored GROUP BY reason
    ), job AS (
      UPDATE frontier_jobs j SET known = j.known + total.known, queued = j.queued + total.queued,
                                 admitted = j.admitted + total.queued
      FROM (SELECT sum(urls) AS known, coalesce(sum(urls) FILTER (WHERE reason IS NULL), 0) AS queued
            FROM counted) total
      WHERE j.id = ${jobId}::uuid AND total.known > 0
    )
    SELECT reason, urls FROM counted`;
  for (const row of rows) {
    if (row.reason === null) counts.queued = row.urls;
    else counts.skipped[row.reason] = row.urls;
  }
  return counts;
}
