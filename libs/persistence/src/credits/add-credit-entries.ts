import type { Transaction } from '../database';

export interface NewCreditEntry {
  /** The page's id, or a random id for a grant. An id that the ledger has already adds nothing. */
  id: string;
  teamId: string;
  /** The key that the job was started with; null: none. */
  apiKeyId: string | null;
  jobId: string | null;
  kind: 'page' | 'grant';
  /** Negative takes from the balance. */
  amount: number;
  note: string | null;
}

/**
 * Writes entries into the ledger and adds the new ones to the sums, in one statement: a repetition changes nothing. It
 * locks the rows of the sums in one order until the transaction ends, so call it last.
 * @param at the time of the entries, which also decides the month (UTC) that they count to
 */
export async function addCreditEntries(
  transaction: Pick<Transaction, '$executeRaw'>,
  entries: readonly NewCreditEntry[],
  at: Date,
): Promise<void> {
  if (entries.length === 0) return;
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
    )
    INSERT INTO credit_months (team_id, month, api_key_id, granted, used)
    SELECT team_id, date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC')::date, api_key_id,
           coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0), coalesce(sum(-amount) FILTER (WHERE kind = 'page'), 0)
    FROM fresh
    GROUP BY team_id, api_key_id
    ORDER BY team_id, api_key_id
    ON CONFLICT (team_id, month, api_key_id) DO UPDATE
    SET granted = credit_months.granted + excluded.granted, used = credit_months.used + excluded.used`;
}

/**
 * Deletes entries of pages from before `before`, at most `limit`; sums and grants stay. Answers how many. A page whose
 * entry is gone could be billed again, so `before` must be older than any message may be.
 */
export function deleteOldCreditEntries(
  database: Pick<Transaction, '$executeRaw'>,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return database.$executeRaw`
    DELETE FROM credit_entries WHERE id IN
      (SELECT id FROM credit_entries WHERE kind = 'page' AND created_at < ${before}::timestamptz LIMIT ${limit}::int)`;
}
