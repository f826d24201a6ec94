import type { Transaction } from '../database';

export interface NewCreditEntry {
  /** The id of the page or request, or a random id for a grant. Known ids are ignored. */
  id: string;
  teamId: string;
  apiKeyId: string | null;
  jobId: string | null;
  kind: 'page' | 'request' | 'grant';
  amount: number;
  note: string | null;
  /** Prompt and completion tokens of the language model. Default 0. */
  tokens?: number;
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
    WITH given AS (
      SELECT * FROM unnest(
        ${entries.map((entry) => entry.id)}::uuid[], ${entries.map((entry) => entry.teamId)}::uuid[],
        ${entries.map((entry) => entry.apiKeyId)}::uuid[], ${entries.map((entry) => entry.jobId)}::uuid[],
        ${entries.map((entry) => entry.kind)}::text[], ${entries.map((entry) => entry.amount)}::int[],
        ${entries.map((entry) => entry.note)}::text[], ${entries.map((entry) => entry.tokens ?? 0)}::bigint[])
        AS n(id, team_id, api_key_id, job_id, kind, amount, note, tokens)
    ), inserted AS (
      INSERT INTO credit_entries (id, team_id, api_key_id, job_id, kind, amount, note, created_at)
      SELECT id, team_id, api_key_id, job_id, kind, amount, note, ${at}::timestamptz FROM given
      ON CONFLICT (id) DO NOTHING
      RETURNING id
    ), fresh AS (
      SELECT team_id, coalesce(api_key_id, team_id) AS api_key_id, kind, amount, tokens
      FROM given JOIN inserted USING (id)
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
    INSERT INTO credit_months (team_id, month, api_key_id, granted, used, tokens)
    SELECT team_id, date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC')::date, api_key_id,
           coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0),
           coalesce(sum(-amount) FILTER (WHERE kind <> 'grant'), 0), sum(tokens)
    FROM fresh
    GROUP BY team_id, api_key_id
    ORDER BY team_id, api_key_id
    ON CONFLICT (team_id, month, api_key_id) DO UPDATE
    SET granted = credit_months.granted + excluded.granted, used = credit_months.used + excluded.used,
        tokens = credit_months.tokens + excluded.tokens`;
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
      (SELECT id FROM credit_entries WHERE kind IN ('page', 'request') AND created_at < ${before}::timestamptz
       LIMIT ${limit}::int)`;
}
