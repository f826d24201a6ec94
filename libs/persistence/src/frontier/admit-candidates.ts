import type { SkipReason } from '@orbweaver/core';
import { Prisma, type Transaction } from '../database';
import { newIdOf, ownPageKey, pageKey } from '../index-keys';
import { shortHash } from '../refused-links';

export interface JudgedCandidate {
  url: string;
  sourceUrl: string;
  keyHash: string;
  /** SHA-256 of a refused URL, hex; differs from all dedup keys. */
  refusalHash: string;
  host: string;
  refused?: SkipReason;
  isLasting?: boolean;
}

export interface FoundCandidate extends JudgedCandidate {
  depth: number;
  foundOn?: string;
}

export interface CandidateAdmission {
  jobId: string;
  room: number | null;
  isStart?: boolean;
  redirects?: number;
  isHidden?: boolean;
  /** Unique. Refused URLs are stored even if they were refused before. */
  candidates: readonly FoundCandidate[];
  now: Date;
}

/** New URLs by result. Known URLs are not counted. */
export interface AdmissionCounts {
  queued: number;
  skipped: Partial<Record<SkipReason, number>>;
}

/**
 * Stores unknown URLs in order: queued while there is room, then skipped('limit'). Refused URLs are packed in one row
 * per page and reason, under their own hash: a refused `/a/` must not exclude `/a`. The job must be locked.
 */
export async function admitCandidates(
  transaction: Transaction,
  admission: CandidateAdmission,
): Promise<AdmissionCounts> {
  const { jobId } = admission;
  const counts: AdmissionCounts = { queued: 0, skipped: {} };
  if (admission.candidates.length === 0) return counts;
  const placed = admission.candidates.map((candidate, place) => ({ ...candidate, place }));
  const candidates = placed.filter(({ refused }) => refused === undefined);
  const rows = packRefusals(placed);
  const links = rows.flatMap((row, number) => row.links.map((link) => ({ ...link, row: number })));
  const now = admission.now.toISOString();
  const stored = await transaction.$queryRaw<{ reason: SkipReason | null; urls: number }[]>`
    WITH candidate AS MATERIALIZED (
      SELECT c.url, c.source_url, decode(c.key_hash, 'hex') AS key_hash,
             ${pageKey(Prisma.sql`${jobId}::uuid`, Prisma.sql`decode(c.key_hash, 'hex')`)} AS page_key,
             c.host, c.depth, c.found_on, c.place
      FROM unnest(
        ${candidates.map(({ url }) => url)}::text[], ${candidates.map(({ sourceUrl }) => sourceUrl)}::text[],
        ${candidates.map(({ keyHash }) => keyHash)}::text[], ${candidates.map(({ host }) => host)}::text[],
        ${candidates.map(({ depth }) => depth)}::int[], ${candidates.map(({ foundOn }) => foundOn ?? null)}::uuid[],
        ${candidates.map(({ place }) => place)}::int[]
      ) AS c(url, source_url, key_hash, host, depth, found_on, place)
    ), fresh AS MATERIALIZED (
      SELECT c.*, row_number() OVER (ORDER BY c.place) AS slot
      FROM candidate c
      -- One look-up each in the unique index, by a key that no other index has. Plans of a join, or of a look-up by job,
      -- depend on estimates, and a wrong estimate reads the whole job.
      LEFT JOIN LATERAL (
        SELECT p.id AS page_id FROM frontier_pages p WHERE ${ownPageKey('p')} = c.page_key LIMIT 1
      ) page ON true
      WHERE page.page_id IS NULL
    ), link AS MATERIALIZED (
      SELECT l.* FROM unnest(
        ${links.map(({ row }) => row)}::int[], ${links.map(({ url }) => url)}::text[],
        ${links.map(({ url, sourceUrl }) => (sourceUrl === url ? null : sourceUrl))}::text[],
        ${links.map(({ refusalHash }) => shortHash(refusalHash))}::bigint[],
        ${links.map(({ keyHash }) => keyHash)}::text[], ${links.map(({ isLasting }) => isLasting ?? false)}::boolean[],
        ${links.map(({ place }) => place)}::int[]
      ) AS l(number, url, source_url, hash, key_hash, is_lasting, place)
      -- Another spelling of an admitted page is not a refused URL.
      LEFT JOIN LATERAL (
        SELECT p.id AS page_id FROM frontier_pages p
        WHERE ${ownPageKey('p')} = ${pageKey(Prisma.sql`${jobId}::uuid`, Prisma.sql`decode(l.key_hash, 'hex')`)}
        LIMIT 1
      ) page ON true
      WHERE page.page_id IS NULL
    ), discovered AS MATERIALIZED (
      SELECT place, (row_number() OVER (ORDER BY place))::int AS n
      FROM (SELECT place FROM fresh UNION ALL SELECT place FROM link) AS one
    ), stored AS (
      INSERT INTO frontier_pages (id, job_id, ordinal, url, source_url, dedup_hash, host, depth, is_start, is_hidden,
                                  redirects, state, reason, due_at, found_on, finished_at)
      SELECT ${newIdOf('j')}, j.id, j.known + d.n, f.url, f.source_url, f.key_hash, f.host, f.depth,
             ${admission.isStart ?? false}::boolean, ${admission.isHidden ?? false}::boolean,
             ${admission.redirects ?? 0}::int,
             CASE WHEN f.slot > ${admission.room}::int THEN 'skipped' ELSE 'queued' END,
             CASE WHEN f.slot > ${admission.room}::int THEN 'limit' END,
             ${now}::timestamptz, f.found_on, CASE WHEN f.slot > ${admission.room}::int THEN ${now}::timestamptz END
      FROM fresh f JOIN discovered d ON d.place = f.place JOIN frontier_jobs j ON j.id = ${jobId}::uuid
      ORDER BY f.place
      ON CONFLICT DO NOTHING
      RETURNING reason
    ), counted AS (
      SELECT reason, count(*)::int AS urls FROM stored GROUP BY reason
    ), refused AS (
      INSERT INTO frontier_refusals (job_id, reason, last_ordinal, found_on, depth, is_hidden, refused_at, ordinals, urls,
                                     source_urls, hashes, page_keys)
      SELECT j.id, r.reason, j.known + max(d.n), r.found_on, r.depth, ${admission.isHidden ?? false}::boolean,
             ${now}::timestamptz, array_agg(j.known + d.n ORDER BY d.n), array_agg(l.url ORDER BY d.n),
             array_agg(l.source_url ORDER BY d.n), array_agg(l.hash ORDER BY d.n),
             array_agg(CASE WHEN NOT l.is_lasting THEN substring(decode(l.key_hash, 'hex') FROM 1 FOR 16) END ORDER BY d.n)
      FROM unnest(
        ${rows.map(({ reason }) => reason)}::text[], ${rows.map(({ depth }) => depth)}::int[],
        ${rows.map(({ foundOn }) => foundOn ?? null)}::uuid[], ${rows.map((_, number) => number)}::int[]
      ) AS r(reason, depth, found_on, number)
      JOIN link l ON l.number = r.number
      JOIN discovered d ON d.place = l.place
      JOIN frontier_jobs j ON j.id = ${jobId}::uuid
      GROUP BY j.id, j.known, r.number, r.reason, r.depth, r.found_on
      RETURNING reason, cardinality(ordinals) AS urls
    ), outcome AS (
      SELECT reason, urls FROM counted UNION ALL SELECT reason, sum(urls)::int FROM refused GROUP BY reason
    ), job AS (
      UPDATE frontier_jobs j
      SET known = j.known + total.known, queued = j.queued + total.queued, admitted = j.admitted + total.queued
      FROM (SELECT sum(urls)::int AS known, coalesce(sum(urls) FILTER (WHERE reason IS NULL), 0)::int AS queued
            FROM outcome) total
      WHERE j.id = ${jobId}::uuid AND total.known > 0
    )
    SELECT reason, urls FROM outcome`;
  for (const row of stored) {
    if (row.reason === null) counts.queued = row.urls;
    else counts.skipped[row.reason] = row.urls;
  }
  return counts;
}

interface PackedRefusals<C> {
  reason: SkipReason;
  depth: number;
  foundOn: string | undefined;
  links: C[];
}

function packRefusals<C extends FoundCandidate>(candidates: readonly C[]): PackedRefusals<C>[] {
  const rows = new Map<string, PackedRefusals<C>>();
  for (const candidate of candidates) {
    const { refused: reason, depth, foundOn } = candidate;
    if (reason === undefined) continue;
    const id = `${reason} ${depth} ${foundOn}`;
    const row = rows.get(id);
    if (row === undefined) rows.set(id, { reason, depth, foundOn, links: [candidate] });
    else row.links.push(candidate);
  }
  return [...rows.values()];
}
