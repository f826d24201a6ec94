import type { Queryable } from '../database';

export interface CreditBalance {
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

export interface CreditPeriod {
  start: Date;
  end: Date;
  apiKey: string | null;
  /** Credits. */
  used: number;
  tokens: number;
}

/** Months with usage, oldest first. */
export function readCreditPeriods(
  database: Queryable,
  { teamId, byApiKey }: { teamId: string; byApiKey: boolean },
): Promise<CreditPeriod[]> {
  return database.$queryRaw<CreditPeriod[]>`
    SELECT m.month::timestamptz AS start, (m.month + interval '1 month')::timestamptz AS end,
           sum(m.used)::float8 AS used, sum(m.tokens)::float8 AS tokens, k.name AS "apiKey"
    FROM credit_months m LEFT JOIN api_keys k ON ${byApiKey}::boolean AND k.id = m.api_key_id
    WHERE m.team_id = ${teamId}::uuid AND m.used > 0
    GROUP BY m.month, k.id, k.name
    ORDER BY m.month, k.name NULLS LAST, k.id`;
}
