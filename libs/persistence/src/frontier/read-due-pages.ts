import type { Transaction } from '../database';
import { queueOf } from '../index-keys';

export interface DuePagesQuestion {
  jobs: readonly {
    jobId: string;
    take: number;
    afterHost: string;
    delayed: boolean;
  }[];
  maxPerHost: number;
  maxHosts: number;
  now: Date;
}

/** A host with queued pages; `pageId` is null if none may be leased now. */
export interface DuePage {
  jobId: string;
  host: string;
  hostLeased: number;
  pageId: string | null;
  dueAtMs: number | null;
  ordinal: number | null;
}

/**
 * Due pages on available hosts. Steps from host to host through the index, so a hundred thousand pages of a blocked
 * host cost one step.
 */
export function readDuePages(transaction: Transaction, question: DuePagesQuestion): Promise<DuePage[]> {
  const { jobs, maxPerHost, maxHosts } = question;
  const now = question.now.toISOString();
  return transaction.$queryRaw<DuePage[]>`
    WITH busy AS MATERIALIZED (
      SELECT host, count(*)::int AS leased FROM frontier_pages WHERE state = 'leased' GROUP BY host
    )
    SELECT asked.job_id AS "jobId", hosts.host, coalesce(busy.leased, 0) AS "hostLeased", due.id AS "pageId",
           due.due_at_ms AS "dueAtMs", due.ordinal
    FROM unnest(
      ${jobs.map((job) => job.jobId)}::uuid[], ${jobs.map((job) => job.take)}::int[],
      ${jobs.map((job) => job.afterHost)}::text[], ${jobs.map((job) => job.delayed)}::boolean[]
    ) AS asked(job_id, take, after_host, delayed)
    CROSS JOIN LATERAL (
      WITH RECURSIVE step(host, n) AS (
        (SELECT p.host, 1 FROM frontier_pages p
         WHERE ${queueOf('p')} = asked.job_id AND p.host > asked.after_host
         ORDER BY p.host LIMIT 1)
        UNION ALL
        SELECT (SELECT p.host FROM frontier_pages p
                WHERE ${queueOf('p')} = asked.job_id AND p.host > step.host
                ORDER BY p.host LIMIT 1), step.n + 1
        FROM step WHERE step.host IS NOT NULL AND step.n < ${maxHosts}::int
      )
      SELECT step.host, step.n FROM step WHERE step.host IS NOT NULL
    ) hosts
    LEFT JOIN busy ON busy.host = hosts.host
    LEFT JOIN LATERAL (
      SELECT next_fetch_at, paced_until FROM frontier_hosts WHERE host = hosts.host LIMIT 1
    ) polite ON true
    LEFT JOIN LATERAL (
      SELECT p.id, (extract(epoch FROM p.due_at) * 1000)::float8 AS due_at_ms, p.ordinal
      FROM frontier_pages p
      WHERE ${queueOf('p')} = asked.job_id AND p.host = hosts.host
        AND p.due_at <= ${now}::timestamptz
      ORDER BY p.due_at, p.ordinal
      LIMIT CASE
        WHEN polite.next_fetch_at > ${now}::timestamptz THEN 0
        WHEN asked.delayed AND polite.paced_until > ${now}::timestamptz THEN 0
        ELSE greatest(least(asked.take, ${maxPerHost}::int - coalesce(busy.leased, 0)), 0) END
    ) due ON true
    ORDER BY asked.job_id, hosts.n, due.due_at_ms, due.ordinal`;
}
