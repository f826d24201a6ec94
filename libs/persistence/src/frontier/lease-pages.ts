import type { Transaction } from '../database';

export interface LeaseOrder {
  pages: readonly { pageId: string; jobId: string; leaseUntil: Date }[];
  now: Date;
  maxPaceMs: number;
}

export interface LeasedPage {
  id: string;
  jobId: string;
  teamId: string;
  kind: 'batch' | 'crawl';
  originUrl: string | null;
  url: string;
  sourceUrl: string;
  depth: number;
  isStart: boolean;
  isHidden: boolean;
  epoch: number;
  attempt: number;
  deferrals: number;
  leaseUntilMs: number;
  waitedMs: number;
}

/**
 * Leases queued pages with a new epoch and counts an attempt. Skips pages that left the queue, and jobs locked by
 * another transaction. Jobs are locked in a separate statement so that the next one sees all changes of their pages; a
 * combined statement has crashed PostgreSQL 18.4 (SIGSEGV) while it rechecked changed rows in partitions.
 */
export async function leasePages(transaction: Transaction, order: LeaseOrder): Promise<LeasedPage[]> {
  const jobs = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM frontier_jobs
    WHERE id = ANY(${[...new Set(order.pages.map((page) => page.jobId))]}::uuid[])
      AND state = 'running' AND cancelled_at IS NULL
    ORDER BY id
    FOR UPDATE SKIP LOCKED`;
  if (jobs.length === 0) return [];
  return leasePagesOf(
    transaction,
    jobs.map(({ id }) => id),
    order,
  );
}

function leasePagesOf(
  transaction: Transaction,
  jobIds: readonly string[],
  { pages, now: at, maxPaceMs }: LeaseOrder,
): Promise<LeasedPage[]> {
  const now = at.toISOString();
  return transaction.$queryRaw<LeasedPage[]>`
    WITH wanted AS (
      SELECT * FROM unnest(
        ${pages.map((page) => page.pageId)}::uuid[], ${pages.map((page) => page.jobId)}::uuid[],
        ${pages.map((page) => page.leaseUntil.toISOString())}::text[]
      ) AS w(page_id, job_id, lease_until)
    ), job AS MATERIALIZED (
      SELECT id, team_id, kind, origin_url, delay_ms FROM frontier_jobs WHERE id = ANY(${[...jobIds]}::uuid[])
    ), held AS MATERIALIZED (
      SELECT page.id, w.lease_until::timestamptz AS lease_until
      FROM wanted w JOIN job ON job.id = w.job_id
      CROSS JOIN LATERAL (SELECT p.id, p.state FROM frontier_pages p WHERE p.id = w.page_id LIMIT 1) page
      WHERE page.state = 'queued'
    ), leased AS (
      UPDATE frontier_pages p
      SET state = 'leased', epoch = p.epoch + 1, attempt = p.attempt + 1, lease_until = held.lease_until
      FROM held WHERE p.id = held.id AND p.state = 'queued'
      RETURNING p.*
    ), counted AS (
      UPDATE frontier_jobs j
      SET queued = j.queued - c.pages, leased = j.leased + c.pages, last_leased_at = ${now}::timestamptz,
          next_lease_at = ${now}::timestamptz + coalesce(j.delay_ms, 0) * interval '1 millisecond'
      FROM (SELECT job_id, count(*)::int AS pages FROM leased GROUP BY job_id) c
      WHERE j.id = c.job_id
    ), paced AS (
      INSERT INTO frontier_hosts (host, next_fetch_at, paced_until)
      SELECT leased.host, ${now}::timestamptz,
             ${now}::timestamptz + least(max(job.delay_ms), ${maxPaceMs}::int) * interval '1 millisecond'
      FROM leased JOIN job ON job.id = leased.job_id
      WHERE job.delay_ms IS NOT NULL
      GROUP BY leased.host
      ORDER BY leased.host
      ON CONFLICT (host) DO UPDATE SET paced_until = greatest(frontier_hosts.paced_until, excluded.paced_until)
    )
    SELECT leased.id, leased.job_id AS "jobId", job.team_id AS "teamId", job.kind, job.origin_url AS "originUrl",
           leased.url, leased.source_url AS "sourceUrl", leased.depth, leased.is_start AS "isStart", leased.is_hidden AS "isHidden", leased.epoch,
           leased.attempt, leased.deferrals, (extract(epoch FROM leased.lease_until) * 1000)::float8 AS "leaseUntilMs",
           greatest(extract(epoch FROM ${now}::timestamptz - leased.due_at) * 1000, 0)::float8 AS "waitedMs"
    FROM leased JOIN job ON job.id = leased.job_id
    ORDER BY leased.due_at, leased.ordinal`;
}

/** Whether any page is queued, due or not. Much cheaper than a round of leases. */
export async function hasQueuedPages(database: Pick<Transaction, '$queryRaw'>): Promise<boolean> {
  const rows = await database.$queryRaw<{ queued: boolean }[]>`
    SELECT EXISTS (SELECT FROM frontier_jobs WHERE state = 'running' AND queued > 0) AS queued`;
  return rows[0]?.queued ?? true;
}

export interface RunningWork {
  batches: number;
  crawls: number;
  queued: number;
  leased: number;
  /** Longest time in seconds since a runnable job last received a lease. */
  longestWaitSeconds: number;
}

export async function countRunning(transaction: Pick<Transaction, '$queryRaw'>): Promise<RunningWork> {
  const rows = await transaction.$queryRaw<RunningWork[]>`
    SELECT count(*) FILTER (WHERE kind = 'batch')::int AS batches, count(*) FILTER (WHERE kind = 'crawl')::int AS crawls,
           coalesce(sum(queued), 0)::int AS queued, coalesce(sum(leased), 0)::int AS leased,
           coalesce(max(extract(epoch FROM now() - greatest(last_leased_at, next_lease_at)))
             FILTER (WHERE queued > 0 AND next_lease_at <= now()), 0)::float8 AS "longestWaitSeconds"
    FROM frontier_jobs WHERE state = 'running'`;
  return rows[0]!;
}
