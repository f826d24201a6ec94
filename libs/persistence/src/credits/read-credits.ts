import type { Queryable } from '../database';

/** A team's credits since its beginning. */
export interface CreditBalance {
  /** Whether work beyond the balance is refused. */
  limited: boolean;
  granted: number;
  used: number;
}

export async function readCreditBalance(database: Queryable, teamId: string): Promise<CreditBalance> {
  const rows = await database.$queryRaw<CreditBalance[]>`
    SELECT t.credits_limited AS limited, coalesce(sum(m.granted), 0)::float8 AS granted,
           coalesce(sum(m.used), 0)::float8 AS used
    FROM teams t LEFT JOIN credit_months m ON m.team_id = t.id
    WHERE t.id = ${teamId}::uuid
    GROUP BY t.id`;
  return rows[0] ?? { limited: false, granted: 0, used: 0 };
}

/** What a team has used in a month, UTC. */
export interface CreditPeriod {
  /** The month's first day. */
  start: Date;
  /** The first day of the next month. */
  end: Date;
  /** The name of the key; null when not asked for, and where the key is not known. */
  apiKey: string | null;
  used: number;
}

/** Months with any use, oldest first; within each the keys by name when requested. */
export function readCreditPeriods(
  database: Queryable,
  { teamId, byApiKey }: { teamId: string; byApiKey: boolean },
): Promise<CreditPeriod[]> {
  return database.$queryRaw<CreditPeriod[]>`
    SELECT m.month::timestamptz AS start, (m.month + interval '1 month')::timestamptz AS end,
           sum(m.used)::float8 AS used, k.name AS "apiKey"
    FROM credit_months m LEFT JOIN api_keys k ON ${byApiKey}::boolean AND k.id = m.api_key_id
    WHERE m.team_id = ${teamId}::uuid AND m.used > 0
    GROUP BY m.month, k.id, k.name
    ORDER BY m.month, k.name NULLS LAST, k.id`;
}
