import type { Database, Transaction } from '../database';
import type { EndedRun } from './ended-runs';
import { PAGES_PER_DELETION, type RunCounts, type RunPageState } from './schedule';

export interface ComparedRun extends RunCounts {
  /** No run was completed before. */
  isBaseline: boolean;
}

/**
 * Compares a run with the last completed one and stores the state of every page. Set-based: nothing is read into memory.
 *
 *   new      was absent before
 *   changed  another fingerprint
 *   same     the same fingerprint
 *   removed  was present before; now 404, 410 or absent
 *   unknown  failed now, or absent but perhaps not found: the run is partial, or a page at a smaller depth failed, whose
 *            links are unknown. Keeps the fingerprint for the next run
 */
export async function compareRun(transaction: Transaction, run: EndedRun): Promise<ComparedRun> {
  const [previous] = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM schedule_runs
    WHERE schedule_id = ${run.scheduleId}::uuid AND state = 'completed' AND planned_at < ${run.plannedAt}::timestamptz
    ORDER BY planned_at DESC LIMIT 1`;
  const previousId = previous?.id ?? null;
  await transaction.$executeRaw`
    WITH page AS MATERIALIZED (
      (SELECT DISTINCT ON (p.page_key) p.page_key, p.url, p.depth, p.fingerprint,
              CASE WHEN p.state = 'failed' THEN 'unknown'
                   WHEN p.status_code IN (404, 410) THEN 'gone'
                   -- A renderer of the previous release requests no fingerprint.
                   WHEN p.status_code < 400 AND p.fingerprint IS NOT NULL THEN 'present' ELSE 'unknown' END AS seen
       FROM pages p WHERE p.job_id = ${run.jobId}::uuid AND p.page_key IS NOT NULL
       ORDER BY p.page_key, (p.status_code < 400 AND p.fingerprint IS NOT NULL) DESC NULLS LAST, p.depth, p.id)
      UNION ALL
      SELECT f.page_key, f.url, f.depth, f.fingerprint, 'present'
      FROM schedule_run_pages f WHERE f.run_id = ${run.id}::uuid AND f.state = 'found'
    ), before AS MATERIALIZED (
      SELECT b.page_key, b.url, b.depth, b.fingerprint FROM schedule_run_pages b
      WHERE b.run_id = ${previousId}::uuid AND b.fingerprint IS NOT NULL AND b.state NOT IN ('removed', 'found')
    ), failed AS (
      SELECT min(depth) AS depth FROM page WHERE seen = 'unknown'
    ), compared AS (
      SELECT coalesce(page.page_key, before.page_key) AS page_key, coalesce(page.url, before.url) AS url,
             coalesce(page.depth, before.depth) AS depth,
             CASE WHEN page.seen = 'present' THEN page.fingerprint ELSE before.fingerprint END AS fingerprint,
             CASE WHEN page.seen = 'unknown' THEN 'unknown'
                  WHEN page.seen = 'gone' THEN CASE WHEN before.page_key IS NOT NULL THEN 'removed' END
                  WHEN page.seen IS NULL THEN
                    CASE WHEN ${run.isPartial}::bool OR before.depth > failed.depth THEN 'unknown' ELSE 'removed' END
                  WHEN before.page_key IS NULL THEN 'new'
                  WHEN before.fingerprint = page.fingerprint THEN 'same'
                  ELSE 'changed' END AS state
      FROM page FULL JOIN before ON before.page_key = page.page_key CROSS JOIN failed
    )
    INSERT INTO schedule_run_pages (run_id, state, page_key, url, depth, fingerprint)
    SELECT ${run.id}::uuid, state, page_key, url, depth, CASE WHEN state <> 'removed' THEN fingerprint END
    FROM compared WHERE state IS NOT NULL`;
  await transaction.$executeRaw`
    DELETE FROM schedule_run_pages WHERE run_id = ${run.id}::uuid AND state = 'found'`;
  const [counts] = await transaction.$queryRaw<RunCounts[]>`
    SELECT count(*) FILTER (WHERE state = 'new')::int AS added,
           count(*) FILTER (WHERE state = 'changed')::int AS changed,
           count(*) FILTER (WHERE state = 'removed')::int AS removed,
           count(*) FILTER (WHERE state = 'same')::int AS same,
           count(*) FILTER (WHERE state = 'unknown')::int AS unknown
    FROM schedule_run_pages WHERE run_id = ${run.id}::uuid`;
  return { ...counts!, isBaseline: previousId === null };
}

/** Fields of a schedule for its webhook, as of the end of the run. */
export interface ReportingSchedule {
  name: string;
  /** A WebhookSpec, unparsed, or null. */
  webhook: unknown;
  address: string;
}

/** Undefined if the run has ended, because its schedule was deleted. */
export async function endRun(
  transaction: Transaction,
  end: Partial<ComparedRun> & {
    id: string;
    state: 'completed' | 'failed' | 'cancelled';
    error: string | null;
    endedAt: Date;
  },
): Promise<ReportingSchedule | undefined> {
  const { added = 0, changed = 0, removed = 0, same = 0, unknown = 0, isBaseline = false } = end;
  const rows = await transaction.$queryRaw<ReportingSchedule[]>`
    UPDATE schedule_runs r SET
      state = ${end.state}::text, error = ${end.error}::text, ended_at = ${end.endedAt}::timestamptz,
      claimed_until = NULL, added = ${added}::int, changed = ${changed}::int, removed = ${removed}::int,
      same = ${same}::int, unknown = ${unknown}::int, is_baseline = ${isBaseline}::bool
    FROM schedules s
    WHERE r.id = ${end.id}::uuid AND r.state = 'running' AND s.id = r.schedule_id
    RETURNING s.name, s.webhook, s.address`;
  return rows[0];
}

/** Up to `limit` URLs of each state. */
export function readRunSamples(
  transaction: Transaction,
  { runId, states, limit }: { runId: string; states: readonly RunPageState[]; limit: number },
): Promise<{ state: RunPageState; url: string }[]> {
  return transaction.$queryRaw`
    SELECT sample.state, sample.url FROM unnest(${states}::text[]) AS asked(state)
    CROSS JOIN LATERAL (
      SELECT state, url FROM schedule_run_pages WHERE run_id = ${runId}::uuid AND state = asked.state
      ORDER BY page_key LIMIT ${limit}::int
    ) sample`;
}

/** Deletes the pages of runs before the last two completed ones, and those of runs without a result. */
export async function deleteOldRunPages(database: Database, scheduleId: string): Promise<void> {
  let deleted: number;
  do {
    deleted = await database.$executeRaw`
      WITH kept AS (
        SELECT id FROM schedule_runs WHERE schedule_id = ${scheduleId}::uuid AND state = 'completed'
        ORDER BY planned_at DESC LIMIT 2
      ), old AS (
        SELECT p.run_id, p.state, p.page_key
        FROM schedule_runs r JOIN schedule_run_pages p ON p.run_id = r.id
        WHERE r.schedule_id = ${scheduleId}::uuid AND r.state NOT IN ('due', 'running')
          AND r.id NOT IN (SELECT id FROM kept)
        LIMIT ${PAGES_PER_DELETION}::int
      )
      DELETE FROM schedule_run_pages p USING old
      WHERE p.run_id = old.run_id AND p.state = old.state AND p.page_key = old.page_key`;
  } while (deleted === PAGES_PER_DELETION);
}

/** Deletes runs that ended before `before`, except the last two completed ones of each schedule. */
export function deleteOldRuns(database: Database, { before, limit }: { before: Date; limit: number }): Promise<number> {
  return database.$executeRaw`
    DELETE FROM schedule_runs WHERE id IN (
      SELECT r.id FROM schedule_runs r
      WHERE r.ended_at < ${before}::timestamptz
        AND (r.state <> 'completed' OR r.id NOT IN (
          SELECT kept.id FROM schedule_runs kept
          WHERE kept.schedule_id = r.schedule_id AND kept.state = 'completed'
          ORDER BY kept.planned_at DESC LIMIT 2))
      LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED)`;
}
