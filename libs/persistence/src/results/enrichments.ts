import type { Queryable } from '../database';

export interface NewEnrichment {
  pageId: string;
  jobId: string;
  teamId: string;
  epoch: number;
  isUrgent: boolean;
  message: Uint8Array;
  traceparent: string | null;
}

/** Only this process works on it until the claim expires. */
export interface ClaimedEnrichment extends NewEnrichment {
  createdAt: Date;
  attempt: number;
}

/** Idempotent. A newer lease replaces an older one. */
export async function addEnrichment(database: Queryable, enrichment: NewEnrichment): Promise<void> {
  const { pageId, jobId, teamId, epoch, isUrgent, message, traceparent } = enrichment;
  await database.$executeRaw`
    INSERT INTO enrichments (page_id, job_id, team_id, epoch, is_urgent, message, traceparent)
    VALUES (${pageId}::uuid, ${jobId}::uuid, ${teamId}::uuid, ${epoch}, ${isUrgent}, ${Buffer.from(message)},
            ${traceparent})
    ON CONFLICT (page_id) DO UPDATE
    SET epoch = excluded.epoch, message = excluded.message, traceparent = excluded.traceparent, attempts = 0, claimed_until = NULL
    WHERE enrichments.epoch < excluded.epoch`;
}

/** Claims each team's oldest, then each next, up to `limit`. Uses Postgres's clock. */
export function claimEnrichments(
  database: Queryable,
  { isUrgent, limit, forMs }: { isUrgent: boolean; limit: number; forMs: number },
): Promise<ClaimedEnrichment[]> {
  return database.$queryRaw<ClaimedEnrichment[]>`
    WITH RECURSIVE teams AS (
      (SELECT team_id FROM enrichments WHERE is_urgent = ${isUrgent} ORDER BY team_id LIMIT 1)
      UNION ALL
      SELECT (SELECT next.team_id FROM enrichments next
              WHERE next.is_urgent = ${isUrgent} AND next.team_id > teams.team_id ORDER BY next.team_id LIMIT 1)
      FROM teams WHERE teams.team_id IS NOT NULL
    ), due AS (
      SELECT found.page_id
      FROM teams CROSS JOIN LATERAL (
        SELECT e.page_id, e.created_at FROM enrichments e
        WHERE e.is_urgent = ${isUrgent} AND e.team_id = teams.team_id
          AND (e.claimed_until IS NULL OR e.claimed_until <= now())
        ORDER BY e.created_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      ) found
      ORDER BY row_number() OVER (PARTITION BY teams.team_id ORDER BY found.created_at), found.created_at
      LIMIT ${limit}::int
    )
    UPDATE enrichments e
    SET claimed_until = now() + ${forMs}::int * interval '1 millisecond', attempts = e.attempts + 1
    FROM due WHERE e.page_id = due.page_id
    RETURNING e.page_id AS "pageId", e.job_id AS "jobId", e.team_id AS "teamId", e.epoch, e.is_urgent AS "isUrgent", e.message, e.attempts AS attempt,
              e.traceparent, e.created_at AS "createdAt"`;
}

export async function releaseEnrichments(database: Queryable, pageIds: readonly string[]): Promise<void> {
  await database.$executeRaw`
    UPDATE enrichments SET claimed_until = NULL, attempts = attempts - 1 WHERE page_id = ANY(${[...pageIds]}::uuid[])`;
}

/** Ends the claims until `forMs` have passed, and does not count their attempts. */
export async function postponeEnrichments(
  database: Queryable,
  claimed: readonly Pick<NewEnrichment, 'pageId' | 'epoch'>[],
  forMs: number,
): Promise<void> {
  const [pageIds, epochs] = [claimed.map(({ pageId }) => pageId), claimed.map(({ epoch }) => epoch)];
  await database.$executeRaw`
    UPDATE enrichments e
    SET claimed_until = now() + ${forMs}::int * interval '1 millisecond', attempts = attempts - 1
    FROM unnest(${pageIds}::uuid[], ${epochs}::int[]) AS claim(page_id, epoch)
    WHERE e.page_id = claim.page_id AND e.epoch = claim.epoch`;
}

export async function renewEnrichments(
  database: Queryable,
  { pageIds, forMs }: { pageIds: readonly string[]; forMs: number },
): Promise<void> {
  await database.$executeRaw`
    UPDATE enrichments SET claimed_until = now() + ${forMs}::int * interval '1 millisecond'
    WHERE page_id = ANY(${[...pageIds]}::uuid[])`;
}

/** Called after the document was stored or finally rejected. */
export async function deleteEnrichment(
  database: Queryable,
  { pageId, epoch }: Pick<NewEnrichment, 'pageId' | 'epoch'>,
): Promise<void> {
  await database.$executeRaw`DELETE FROM enrichments WHERE page_id = ${pageId}::uuid AND epoch = ${epoch}`;
}

export interface EnrichmentBacklog {
  isUrgent: boolean;
  pages: number;
  oldestSeconds: number;
}

export function measureEnrichments(database: Queryable): Promise<EnrichmentBacklog[]> {
  return database.$queryRaw<EnrichmentBacklog[]>`
    SELECT lane.is_urgent AS "isUrgent", found.pages,
           coalesce(extract(epoch FROM now() - found.oldest), 0)::float8 AS "oldestSeconds"
    FROM (VALUES (true), (false)) AS lane(is_urgent) CROSS JOIN LATERAL (
      SELECT count(*)::int AS pages, min(e.created_at) AS oldest FROM enrichments e WHERE e.is_urgent = lane.is_urgent
    ) found`;
}
