import type { Transaction } from '../database';

export interface NewCreditEntry {
  /** The page's or request's id, or a random id for a grant. Known ids are ignored. */
  id: string;
  teamId: string;
  apiKeyId: string | null;
  jobId: string | null;
  /** `request`: a billed request without pages, such as a map. */
  kind: 'page' | 'request' | 'grant';
  amount: number;
  note: string | null;
}

export interface EndedRequest {
  teamId: string;
  apiKeyId: string | null;
}

/**
 * Inserts ledger entries and adds new ones to the monthly and daily sums in one statement; repetitions change nothing.
 * `ended` requests are counted unchecked: pass each in the transaction that ends its job. Locks the sums until the
 * transaction ends, so call it last.
 * @param at time of the entries, which determines month and day (UTC)
 */
export async function addCreditEntries(
  transaction: Pick<Transaction, '$executeRaw'>,
  entries: readonly NewCreditEntry[],
  at: Date,
  ended: readonly EndedRequest[] = [],
): Promise<void> {
  if (entries.length === 0 && ended.length === 0) return;
  await transaction.$executeRaw`
    WITH fresh AS (
      INSERT INTO credit_entries (id, team_id, api_key_id, job_id, kind, amount, note, created_at)
      SELECT n.*, ${at}::timestamptz
      FROM unnest(
        ${entries.map((entry) => entry.id)}::uuid[], ${entries.map((entry) => entry.teamId)}::uuid[],
        ${entries.map((entry) => entry.apiKeyId)}::uuid[], ${entries.map((entry) => entry.jobId)}::uuid[],
        ${entries.map((entry) => entry.kind)}::text[], ${entries.map((entry) => entry.amount)}::int[],
        ${entries.map((entry) => entry.note)}::text[]) AS n
      ON CONFLICT (id) DO NOTHING
      RETURNING team_id, coalesce(api_key_id, team_id) AS api_key_id, kind, amount
    ), used AS (
      SELECT team_id, api_key_id, (kind = 'request')::int AS requests, (kind = 'page')::int AS pages, -amount AS credits
      FROM fresh WHERE kind <> 'grant'
      UNION ALL
      SELECT team_id, coalesce(api_key_id, team_id), 1, 0, 0
      FROM unnest(${ended.map(({ teamId }) => teamId)}::uuid[], ${ended.map(({ apiKeyId }) => apiKeyId)}::uuid[])
        AS e(team_id, api_key_id)
    ), days AS (
      INSERT INTO usage_days (team_id, day, api_key_id, requests, pages, credits)
      SELECT team_id, (${at}::timestamptz AT TIME ZONE 'UTC')::date, api_key_id, sum(requests), sum(pages), sum(credits)
      FROM used
      GROUP BY team_id, api_key_id
      ORDER BY team_id, api_key_id
      ON CONFLICT (team_id, day, api_key_id) DO UPDATE
      SET requests = usage_days.requests + excluded.requests, pages = usage_days.pages + excluded.pages,
          credits = usage_days.credits + excluded.credits
    )
    INSERT INTO credit_months (team_id, month, api_key_id, granted, used)
    SELECT team_id, date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC')::date, api_key_id,
           coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0), coalesce(sum(-amount) FILTER (WHERE kind <> 'grant'), 0)
    FROM fresh
    GROUP BY team_id, api_key_id
    ORDER BY team_id, api_key_id
    ON CONFLICT (team_id, month, api_key_id) DO UPDATE
    SET granted = credit_months.granted + excluded.granted, used = credit_months.used + excluded.used`;
}

/**
 * Deletes entries of pages and requests before `before`, at most `limit`, and returns their number. Keeps sums and grants. A deleted
 * entry could be billed again, so `before` must be older than any message.
 */
export function deleteOldCreditEntries(
  database: Pick<Transaction, '$executeRaw'>,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return database.$executeRaw`
    DELETE FROM credit_entries WHERE id IN
      (SELECT id FROM credit_entries WHERE kind IN ('page', 'request') AND created_at < ${before}::timestamptz LIMIT ${limit}::int)`;
}
